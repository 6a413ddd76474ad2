import type { ImportProblem } from '../../../shared/domain/task.ts'
import { taskFiles } from '../../files/task-files.ts'
import type { ParsedSource } from '../parsed-source.ts'
import type { SourceFile } from '../source-file.ts'

const objects: readonly string[] = [taskFiles.metadata, taskFiles.historyItem]

/** What is wrong with the files beside the history. It never costs the history, so all of it are warnings. */
export function sidecarProblems(
  source: ParsedSource,
  history: SourceFile,
  chat: SourceFile | null,
): readonly ImportProblem[] {
  const found = source.files
    .filter((file) => file !== history)
    .flatMap((file) => {
      const shape = shapeProblem(source, file, chat)
      return [...file.problems, ...source.json(file).problems, ...(shape === null ? [] : [shape])]
    })
  return [...found, ...source.refused].map((problem) => ({ ...problem, severity: 'warning' as const }))
}

/** A file that can be parsed and is not what its name says; null where it is, or where its damage is named already. */
function shapeProblem(source: ParsedSource, file: SourceFile, chat: SourceFile | null): ImportProblem | null {
  const { found, object, items } = source.json(file)
  const problem = (reason: string): ImportProblem => ({
    file: file.name,
    place: '',
    reason,
    severity: 'warning',
  })
  if (found === null) return null
  if (objects.includes(file.name))
    return object === null
      ? problem(`it is ${found}, and an object was expected: nothing is known from it`)
      : null
  if (file !== chat || found === 'an array') return null
  return items.length > 0
    ? problem(`it is ${found}, and an array was expected: its \`messages\` were read as that`)
    : problem(
        `it is ${found}, and an array of the lines of the chat window was expected: no request, no cost and no condensation is known from it`,
      )
}
