import { z } from 'zod'
import { formatCountWithNoun } from '../../../shared/kernel/format-count-with-noun.ts'
import type { ImportProblem } from '../../../shared/library/task-types.ts'
import { readFirstValueText } from '../build-session-key.ts'
import { joinOn } from '../discovery/editors.ts'
import type { ImportFormat } from '../format.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { readHistory } from '../read-history.ts'
import { findClineData } from '../roo/task-folders.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import { readCompaction, type ReadCompaction } from './compaction-file.ts'
import { readSession } from './read-session.ts'

const ending = '.messages.json'

/** A session of Cline's SDK: its messages, with a compaction and a manifest beside them. */
export const clineSdk: ImportFormat = {
  id: 'cline-sdk',
  version: 5,
  label: 'Cline session',
  agent: 'cline',
  readSessionId: ({ head }) => readFirstValueText(head, 'sessionId'),
  endings: [ending],
  recognises: ({ values: [value] }) => isRecord(value) && isSession(value),
  read: async (source) => {
    const file = source.only()
    const { messages, problems } = readHistory(source, file)
    const isWhole = source.json(file).intact && messages.length === source.json(file).items.length
    const base = file.name.slice(0, -ending.length)
    const { compaction, remark } = await readCompactionFile(source, `${base}.compaction.json`, {
      messages,
      isWhole,
    })
    const { lost, ...session } = readSession(messages, {
      compaction,
      promptLength: readSystemPrompt(source).length,
    })
    const manifest = await readManifest(source, `${base}.json`)
    const task = buildSessionTask(source, {
      format: 'cline-sdk',
      agent: 'cline',
      session,
      // What is wrong with the bytes is said by the task itself.
      reading: { problems: problems.slice(file.problems.length) },
      title: manifest.metadata?.title ?? manifest.prompt ?? null,
      workspace: manifest.cwd ?? manifest.workspace_root ?? null,
      relations: { parentId: findParentId(source, base), childIds: [] },
      problems: [
        ...buildRemarks(`${base}.compaction.json`, remark),
        ...warnOfLostCompactions(file.name, lost),
      ],
    })
    return { ...task, model: task.model ?? manifest.model ?? null }
  },
  companions: [{ of: ending, are: ['.compaction.json', '.json'] }],
  places: (machine) => [
    {
      agent: 'Cline',
      editor: null,
      path:
        machine.environment['CLINE_SESSION_DATA_DIR'] || joinOn(machine, findClineData(machine), 'sessions'),
      holds: { kind: 'files', endings: [ending] },
    },
  ],
}

/** Gemini's chats name their session and their project. */
function isSession(value: Readonly<Record<string, unknown>>): boolean {
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

function buildRemarks(file: string, reason: string | null): readonly ImportProblem[] {
  return reason === null ? [] : [{ file, place: '', reason, severity: 'warning' }]
}

function warnOfLostCompactions(file: string, lost: number): readonly ImportProblem[] {
  if (lost === 0) return []
  const which = formatCountWithNoun(lost, 'earlier compaction is', 'earlier compactions are')
  const reason = `${which} known by the drop in tokens alone, as the last one took the place of the summary: what was kept is worked out by Cline's own rule`
  return [{ file, place: '', reason, severity: 'warning' }]
}
