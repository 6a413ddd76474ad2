import { existsSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { isMap, isNode, isScalar, parseDocument } from 'yaml'
import type { ExperimentText } from '../../../../shared/experiments/contract.ts'
import { readFileText } from '../../../platform/files/read-file.ts'

/** In bytes; no experiment comes near to it. */
const longestFile = 1_000_000

/** The text of an experiment file, with its folder, from which its paths count. */
export type ExperimentSource = ExperimentText & {
  readonly path: string
  readonly basePath: string
  /** Whether the command line names the tasks. */
  readonly namesTasks: boolean
}

/**
 * Reads an experiment file. `tasks` are named instead of those of the file; relative ones count from `folder`, where the
 * caller stands.
 */
export async function readExperimentSource(
  file: string,
  { folder, tasks }: { readonly folder: string; readonly tasks: readonly string[] | undefined },
): Promise<ExperimentSource> {
  const path = resolve(folder, file)
  const text = await readFileText(path, longestFile)
  const named = tasks?.map((entry) => resolveTaskEntry(entry, folder))
  return {
    path,
    basePath: dirname(path),
    namesTasks: named !== undefined,
    text: named === undefined ? text : replaceTasks(text, named),
  }
}

/** What neither is there nor could be a pattern may be the id of a task. */
function resolveTaskEntry(entry: string, folder: string): string {
  const path = resolve(folder, entry)
  return existsSync(path) || /[*?[{/\\]/.test(entry) ? path : entry
}

/**
 * Writes other tasks into the text of an experiment. Everything else, line numbers included, stays as it is where the
 * file has tasks; what is no YAML comes back unchanged, to be explained by whoever reads it.
 */
export function replaceTasks(text: string, tasks: readonly string[]): string {
  const document = parseDocument(text)
  if (document.errors.length > 0 || !isMap(document.contents)) return text
  const pair = document.contents.items.find(({ key }) => isScalar(key) && key.value === 'tasks')
  const range = isNode(pair?.value) ? pair.value.range : undefined
  if (range === undefined || range === null) {
    document.set('tasks', tasks)
    return String(document)
  }
  const [start, end] = range
  const lines = text.slice(start, end).split('\n').length - 1
  return `${text.slice(0, start)} ${JSON.stringify(tasks)}${'\n'.repeat(lines)}${text.slice(end)}`
}
