import { createHash } from 'node:crypto'
import type { ImportProblem } from '../../../shared/domain/task.ts'
import { countOf } from '../../../shared/lib/count-of.ts'
import { joinOn } from '../discovery/editors.ts'
import type { FileHead } from '../file-head.ts'
import type { ImportFormat } from '../format.ts'
import { textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { recordsOf } from '../requests/blocks.ts'
import { stemOf } from '../session-key.ts'
import { sessionTask } from '../session/session-task.ts'
import { eventsIn, firstWords } from './events.ts'
import { chaptersOf, folderInPrompt, modelIn, strangeIn, type Chapter } from './generations.ts'
import { idOf, isRotated, parentOf, workspaceSum } from './names.ts'
import { readSession } from './read-session.ts'
import { objectIn, sessionFiles, type SessionFiles } from './session-files.ts'

/** A session of Kimi CLI, with the files that stood there before it was compacted, or one of its subagents. */
export const kimiCli: ImportFormat = {
  id: 'kimi-cli',
  version: 2,
  label: 'Kimi CLI session',
  agent: 'kimi-cli',
  idOf: ({ path }) => idOf(path),
  endings: ['.jsonl'],
  recognises: isContext,
  companions: [{ of: 'context.jsonl', are: ['wire.jsonl', 'state.json'] }],
  read: async (source) => {
    const files = await sessionFiles(source)
    const chapters = chaptersOf(files.generations)
    const events = eventsIn(files.log)
    return sessionTask(source, {
      format: 'kimi-cli',
      agent: 'kimi-cli',
      session: readSession(chapters, events, modelIn(files.state)),
      reading: files,
      title: titleOf(files.state) ?? firstWords(events),
      workspace: await workspaceOf(source, files),
      relations: { parentId: parentOf(pathOf(source)), childIds: [...files.childIds] },
      problems: problemsOf(source.only().name, files, chapters),
    })
  },
  places: (machine) => [
    {
      agent: 'Kimi CLI',
      editor: null,
      path: joinOn(
        machine,
        machine.environment['KIMI_SHARE_DIR'] || joinOn(machine, machine.home, '.kimi'),
        'sessions',
      ),
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
  return isRecord(value) && /^_(?:checkpoint|usage|system_prompt)$/.test(textOf(value['role']) ?? '')
}

function pathOf({ realPath, path, name }: ParsedSource): string {
  return realPath || path || name
}

/** The name that somebody or a model gave it, or what a subagent was started for. */
function titleOf({ custom_title: custom, title, description }: Fields): string | null {
  return textOf(custom) ?? (title === 'Untitled' ? null : textOf(title)) ?? textOf(description)
}

/** The folder is that of which the name of the folder above is a sum. Instructions name it too, but not those of all versions. */
async function workspaceOf(source: ParsedSource, { generations }: SessionFiles): Promise<string | null> {
  const inPrompt = folderInPrompt(generations)
  const sum = workspaceSum(pathOf(source))
  if (sum === null) return inPrompt
  const levels = stemOf(source.name) === 'context' ? '../../..' : '../..'
  const { work_dirs: folders } = await objectIn(source, `${levels}/kimi.json`)
  const paths = [inPrompt, ...recordsOf(folders).map(({ path }) => textOf(path))]
  return paths.find((path) => path !== null && sumOf(path) === sum) ?? inPrompt
}

function sumOf(path: string): string {
  return createHash('md5').update(path).digest('hex')
}

function problemsOf(
  file: string,
  { generations }: SessionFiles,
  chapters: readonly Chapter[],
): readonly ImportProblem[] {
  const problem = (reason: string): ImportProblem => ({ file, place: '', reason, severity: 'warning' })
  const strange = strangeIn(generations)
  return [
    ...(chapters[0] !== undefined && chapters[0].replacement !== null
      ? [problem('it begins with a summary, and what that stands for was not found beside it')]
      : []),
    ...(strange > 0 ? [problem(`${countOf(strange, 'record')} of an unknown kind left out`)] : []),
  ]
}
