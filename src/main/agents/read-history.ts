import type { ImportProblem } from '../../shared/library/task-types.ts'
import { ImportFailure } from './import-failure.ts'
import type { ImportedTask } from './imported-task.ts'
import { buildCompactStyle, findTextStyle } from './json/find-text-style.ts'
import type { ParsedSource } from './parsed-source.ts'
import type { SourceFile } from './source-file.ts'

function failWithoutMessages(
  source: ParsedSource,
  file: SourceFile,
  problems: readonly ImportProblem[],
): never {
  const first = problems.find((problem) => problem.severity === 'error') ?? problems[0]
  const place = first?.place ? ` (${first.place})` : ''
  throw new ImportFailure({
    code: 'unreadable',
    message: `No message can be read from ${file.name}: ${first?.reason ?? describeFoundInstead(source, file)}${place}`,
    where: source.path || source.name,
    hint: 'The file was left as it is. A backup of the task may hold the history.',
    problems,
  })
}

function describeFoundInstead(source: ParsedSource, file: SourceFile): string {
  const { found } = source.json(file)
  return found === null
    ? 'it holds no messages'
    : `it holds no messages: it is ${found}, not an array of them`
}

/** The messages of one file with everything that is wrong with it; throws where not one can be read. */
export function readHistory(
  source: ParsedSource,
  file: SourceFile,
): Pick<ImportedTask, 'messages' | 'style' | 'written' | 'problems'> & {
  readonly indices: readonly (number | null)[]
} {
  const reading = source.json(file)
  const { messages, indices, problems } = source.messages(file)
  const isEmpty = reading.intact && reading.hasArray && reading.items.length === 0
  const all = [...file.problems, ...reading.problems, ...problems]
  if (messages.length === 0 && !isEmpty) failWithoutMessages(source, file, all)
  const emptiness: ImportProblem = {
    file: file.name,
    place: '',
    reason: 'it holds no messages',
    severity: 'warning',
  }
  const isWhole = reading.intact && messages.length === reading.items.length
  const written =
    isWhole && reading.ends !== null && file.utf8 !== null
      ? { bytes: file.utf8, ends: reading.ends }
      : undefined
  const style =
    written === undefined ? findTextStyle(file, messages, isWhole) : buildCompactStyle(written, file)
  return {
    messages,
    indices,
    style: { ...style, fileSha256: file.sha256 },
    ...(written === undefined ? {} : { written }),
    problems: isEmpty ? [...all, emptiness] : all,
  }
}
