import { z } from 'zod'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { Agent } from '../agent.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { isRecord, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { readHistory } from '../read-history.ts'
import { buildRemark } from '../session/build-session-task.ts'
import { readCompaction, type ReadCompaction } from './compaction-file.ts'
import { readSession } from './read-session.ts'
import { clineSdkWriter, findSessionsFolder } from './write-session.ts'

const ending = '.messages.json'

/** A session of Cline's SDK: its messages, with a compaction and a manifest beside them. */
export const clineSdk: Agent = {
  id: 'cline-sdk',
  version: 5,
  name: 'Cline',
  label: 'Cline session',
  agent: 'cline',
  readSessionId: ({ head }) => readFirstValueText(head, 'sessionId'),
  endings: [ending],
  recognises: ({ values: [value] }) => isRecord(value) && isSession(value),
  readSession: async (source) => {
    const file = source.only()
    const { messages, problems } = readHistory(source, file)
    const isWhole = source.json(file).intact && messages.length === source.json(file).items.length
    const base = file.name.slice(0, -ending.length)
    const { compaction, remark } = await readCompactionFile(source, `${base}.compaction.json`, {
      messages,
      isWhole,
    })
    const { lost, session } = readSession(messages, {
      compaction,
      promptLength: readSystemPrompt(source).length,
    })
    const manifest = await readManifest(source, `${base}.json`)
    return {
      session,
      title: manifest.metadata?.title ?? manifest.prompt ?? null,
      workspace: manifest.cwd ?? manifest.workspace_root ?? null,
      usualModel: manifest.model ?? null,
      parentId: findParentId(source, base),
      problems: [
        // What is wrong with the bytes is said by the task itself.
        ...problems.slice(file.problems.length),
        ...(remark === null ? [] : [buildRemark(`${base}.compaction.json`, remark)]),
      ],
      remarks: describeLostCompactions(lost),
    }
  },
  companions: [{ of: ending, are: ['.compaction.json', '.json'] }],
  places: (machine) => [{ path: findSessionsFolder(machine) }],
  writer: clineSdkWriter,
}

/** Gemini's chats name their session and their project. */
function isSession(value: Fields): boolean {
  const { sessionId, agent, version, messages, projectHash } = value
  return (
    typeof sessionId === 'string' &&
    (typeof agent === 'string' || version === 1) &&
    Array.isArray(messages) &&
    projectHash === undefined
  )
}

const text = z.string().min(1).nullish().catch(null)

const manifestSchema = z
  .object({
    cwd: text,
    workspace_root: text,
    model: text,
    prompt: text,
    metadata: z.object({ title: text }).nullish().catch(null),
  })
  .partial()

async function readManifest(source: ParsedSource, name: string): Promise<z.infer<typeof manifestSchema>> {
  const file = await source.beside.read(name)
  return (file === null ? null : manifestSchema.safeParse(source.json(file).object).data) ?? {}
}

async function readCompactionFile(
  source: ParsedSource,
  name: string,
  history: Parameters<typeof readCompaction>[2],
): Promise<ReadCompaction> {
  const file = await source.beside.read(name)
  return file === null ? { compaction: null, remark: null } : readCompaction(source, file, history)
}

/** A subagent lies in the folder of its session, named by that and itself. */
function findParentId(source: ParsedSource, base: string): string | null {
  const id = source.json(source.only()).object?.['sessionId']
  if (typeof id !== 'string') return null
  const at = id.indexOf('__')
  if (at > 0) return id.slice(0, at)
  return id === base || source.json(source.only()).object?.['agent'] === 'lead' ? null : id
}

function readSystemPrompt(source: ParsedSource): string {
  const prompt = source.json(source.only()).object?.['system_prompt']
  return typeof prompt === 'string' ? prompt : ''
}

function describeLostCompactions(lost: number): readonly string[] {
  if (lost === 0) return []
  const which = formatCountWithNoun(lost, 'earlier compaction is', 'earlier compactions are')
  return [
    `${which} known by the drop in tokens alone, as the last one took the place of the summary: what was kept is worked out by Cline's own rule`,
  ]
}
