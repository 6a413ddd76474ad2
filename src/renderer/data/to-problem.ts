import { ORPCError } from '@orpc/client'
import { z } from 'zod'
import { problemSchema } from '../../shared/api/errors.ts'
import type { StartProblem } from '../../shared/installation/app-contract.ts'
import { describeError } from '../../shared/kernel/describe-error.ts'
import { formatIssueSentence } from '../../shared/kernel/describe-issue.ts'

/** A failure as it is shown: what, where, what to do, and the details that a report needs. */
export type ProblemView = {
  readonly code: string
  readonly message: string
  readonly where: string
  readonly hint: string
  readonly details: string
}

/** How the contract refuses an input. */
const refusedSchema = z.object({
  issues: z.array(z.object({ message: z.string(), path: z.array(z.union([z.string(), z.number()])) })),
})

/** Turns whatever a call threw into something that a person can act on. */
export function toProblem(error: unknown): ProblemView {
  if (error instanceof ORPCError) {
    const data = problemSchema.safeParse(error.data)
    if (data.success) return describe(data.data.code, error.message, data.data.where, data.data.hint)
    if (error.status === 401 || error.status === 403) {
      return describe(
        'session',
        'The session has ended.',
        '',
        'Open the newest address that Dewpoint printed in the terminal.',
      )
    }
    const [issue] = refusedSchema.safeParse(error.data).data?.issues ?? []
    if (error.code === 'BAD_REQUEST' && issue !== undefined) {
      const sentence = formatIssueSentence(issue, 'The input')
      return describe(
        'bad-input',
        sentence,
        issue.path.join('.'),
        'Nothing was changed. Correct it, then retry.',
      )
    }
    return describe(
      error.code,
      error.message,
      '',
      'Try again. If it happens again, copy the details into a report.',
    )
  }
  if (error instanceof TypeError && /fetch|network/i.test(error.message)) {
    return describe(
      'unreachable',
      'The engine does not answer.',
      '',
      'Check that Dewpoint is running, then retry.',
    )
  }
  const message = describeError(error)
  return describe(
    'unexpected',
    message,
    '',
    'Try again. If it happens again, copy the details into a report.',
  )
}

function describe(code: string, message: string, where: string, hint: string): ProblemView {
  const details = [`${code}: ${message}`, where && `where: ${where}`, hint && `what to do: ${hint}`]
  return { code, message, where, hint, details: details.filter(Boolean).join('\n') }
}

/** A problem that was handed over as a value. */
export function describeProblem({ code, message, where, hint }: StartProblem): ProblemView {
  return describe(code, message, where, hint)
}
