import { createHash } from 'node:crypto'
import type { Agent } from '../agent.ts'
import { pickFileStem } from '../build-session-key.ts'
import { findAgentFolder } from '../discovery/editors.ts'
import type { FileHead } from '../file-head.ts'
import { isRecord, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { describeStrangeRecords } from '../session/describe-left-out.ts'
import { readLoggedEvents, findFirstWords } from './events.ts'
import { readObjectFile, gatherSessionFiles, type SessionFiles } from './gather-session-files.ts'
import { buildChapters, findPromptFolder, readSubagentModel, countStrangeRecords } from './generations.ts'
import { readSessionId, isRotated, findParentSession, readWorkspaceHash } from './names.ts'
import { readSession } from './read-session.ts'

/** A session of Kimi CLI, with the files that stood there before it was compacted, or one of its subagents. */
export const kimiCli: Agent = {
  id: 'kimi-cli',
  version: 2,
  name: 'Kimi CLI',
  label: 'Kimi CLI session',
  agent: 'kimi-cli',
  readSessionId: ({ path }) => readSessionId(path),
  endings: ['.jsonl'],
  unread: [],
  recognises: isContext,
  companions: [{ of: 'context.jsonl', are: ['wire.jsonl', 'state.json'] }],
  readSession: async (source) => {
    const files = await gatherSessionFiles(source)
    const chapters = buildChapters(files.generations)
    const events = readLoggedEvents(files.log)
    return {
      session: readSession(chapters, events, readSubagentModel(files.state)),
      title: readTitle(files.state) ?? findFirstWords(events),
      workspace: await findWorkspace(source, files),
      parentId: findParentSession(pickSourcePath(source)),
      childIds: files.childIds,
      problems: files.problems,
      remarks: [
        ...(chapters[0] !== undefined && chapters[0].replacement !== null
          ? ['it begins with a summary, and what that stands for was not found beside it']
          : []),
        ...describeStrangeRecords(countStrangeRecords(files.generations)),
      ],
    }
  },
  places: (machine) => [
    {
      path: findAgentFolder(machine, { variable: 'KIMI_SHARE_DIR', usual: '.kimi' }, 'sessions'),
      // What was moved out of the way and the log of events lie beside it.
      holds: { kind: 'files', endings: ['context.jsonl'] },
    },
  ],
}

/** What stood in a session before is read with it, and is none by itself. */
function isContext({ name, values }: FileHead): boolean {
  return !isRotated(name) && values.some(isMark)
}

function isMark(value: unknown): boolean {
  return isRecord(value) && /^_(?:checkpoint|usage|system_prompt)$/.test(toTextOrNull(value['role']) ?? '')
}

function pickSourcePath({ realPath, path, name }: ParsedSource): string {
  return realPath || path || name
}

/** The name that somebody or a model gave it, or what a subagent was started for. */
function readTitle({ custom_title: custom, title, description }: Fields): string | null {
  return (
    toTextOrNull(custom) ?? (title === 'Untitled' ? null : toTextOrNull(title)) ?? toTextOrNull(description)
  )
}

/** The folder is that of which the name of the folder above is a sum. Instructions name it too, but not those of all versions. */
async function findWorkspace(source: ParsedSource, { generations }: SessionFiles): Promise<string | null> {
  const inPrompt = findPromptFolder(generations)
  const sum = readWorkspaceHash(pickSourcePath(source))
  if (sum === null) return inPrompt
  const levels = pickFileStem(source.name) === 'context' ? '../../..' : '../..'
  const { work_dirs: folders } = await readObjectFile(source, `${levels}/kimi.json`)
  const paths = [inPrompt, ...readRecordList(folders).map(({ path }) => toTextOrNull(path))]
  return paths.find((path) => path !== null && hashPath(path) === sum) ?? inPrompt
}

function hashPath(path: string): string {
  return createHash('md5').update(path).digest('hex')
}
