import { z } from 'zod'
import { problemSchema, type ProblemCode } from '../../shared/api/errors.ts'
import { describeError } from '../../shared/kernel/describe-error.ts'
import { formatIssueSentence } from '../../shared/kernel/describe-issue.ts'
import { toProblem } from '../features/common/explain-failure.ts'
import { FileFailure } from '../platform/files/file-failure.ts'
import { CliFailure } from './cli-failure.ts'

/** What ends a command: the line that a person reads and the exit code that a script reads. */
export type DescribedFailure = {
  readonly line: string
  readonly exitCode: number
  /** Code of the problem; absent where it is none of the contract's. */
  readonly code?: ProblemCode
  /** The same in its parts. */
  readonly parts: Parts
}

const codeSchema = z.object({ code: z.string() })
/** How the contract carries a problem, in process too. */
const carriedSchema = z.object({ code: z.literal('PROBLEM'), message: z.string(), data: problemSchema })
const plainSchema = problemSchema.extend({ message: z.string() })
const refusedInputSchema = z.object({
  code: z.literal('BAD_REQUEST'),
  message: z.string(),
  data: z
    .object({
      issues: z.array(z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])) })),
    })
    .optional()
    .catch(undefined),
})

/** Turns whatever was thrown into one line that says what, where and what to do. */
export function describeFailure(error: unknown): DescribedFailure {
  if (error instanceof CliFailure) return buildDescribedFailure(error, error.exitCode)
  if (error instanceof FileFailure) return buildDescribedFailure(error, 2)
  const carried = carriedSchema.safeParse(error)
  if (carried.success) return describeProblem({ ...carried.data.data, message: carried.data.message })
  const plain = plainSchema.safeParse(toProblem(error))
  if (plain.success) return describeProblem(plain.data)
  const refused = refusedInputSchema.safeParse(error)
  if (refused.success) return buildDescribedFailure(describeRefusedInput(refused.data), 2)
  return buildDescribedFailure(describeUnexpectedError(error), 2)
}

type Parts = { readonly message: string; readonly where: string; readonly hint: string }

function buildDescribedFailure({ message, where, hint }: Parts, exitCode: number): DescribedFailure {
  const parts = { message, where, hint }
  return { line: formatFailureSentence(parts), exitCode, parts }
}

function describeProblem({ code, ...parts }: z.infer<typeof plainSchema>): DescribedFailure {
  return { ...buildDescribedFailure(parts, code === 'not-reversible' ? 1 : 2), code }
}

/** Names what does not fit where the contract says so. */
function describeRefusedInput({ data }: z.infer<typeof refusedInputSchema>): Parts {
  const [issue] = data?.issues ?? []
  if (issue === undefined) return { message: 'The input is not valid.', where: '', hint: '' }
  const sentence = formatIssueSentence(issue, 'The input')
  return { message: `The input is not valid: ${sentence}`, where: issue.path.join('.'), hint: '' }
}

function describeUnexpectedError(error: unknown): Parts {
  const code = codeSchema.safeParse(error)
  const message = describeError(error)
  return {
    message: code.success && !message.includes(code.data.code) ? `${message} (${code.data.code})` : message,
    where: '',
    hint: 'Set DEWPOINT_DEBUG=1 to see where it comes from.',
  }
}

/** `dewpoint: <what> [<where>] <what to do>`, on one line whatever the parts hold. */
function formatFailureSentence({ message, where, hint }: Parts): string {
  const place = where === '' || message.includes(where) ? '' : ` [${where}]`
  const end = /[.!?…]$/.test(message) ? '' : '.'
  const text = `dewpoint: ${message}${end}${place}${hint === '' ? '' : ` ${hint}`}`
  // Paths and titles come from outside and may hold anything, control characters included.
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim()
}
