import { resultFileSchema, type ResultFile } from '../../../shared/domain/result-file.ts'
import { sentenceOfIssue } from '../../../shared/lib/describe-issue.ts'
import { parseJson } from '../../../shared/lib/json-values.ts'
import { Problem } from '../problem.ts'

/**
 * Parses a result file. The messages are those of `JSON.parse`, untouched, for a copy that a schema made would
 * lose the order of their keys. Throws a `Problem` that says where the file goes wrong.
 */
export function readResultFile(name: string, text: string): ResultFile {
  const value = parse(name, text)
  const parsed = resultFileSchema.safeParse(value)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw new Problem({
      code: 'bad-input',
      message:
        `${name} is no result of Dewpoint: ${issue === undefined ? '' : sentenceOfIssue(issue, 'it')}`.trim(),
      where: name,
      hint: 'Give the file that `dewpoint condense --out` wrote, or the id of a run.',
    })
  }
  // Validated just above; see the docstring for why the copy is not used.
  return value as ResultFile
}

function parse(name: string, text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throw new Problem({
      code: 'unreadable',
      message: `${name} is no JSON: ${error instanceof Error ? error.message : String(error)}`,
      where: name,
      hint: 'Give the file that `dewpoint condense --out` wrote, or the id of a run.',
      cause: error,
    })
  }
}
