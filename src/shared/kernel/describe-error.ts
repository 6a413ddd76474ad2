import { z } from 'zod'
import { formatIssueSentence } from './describe-issue.ts'
import './plain-issues.ts'

/**
 * What went wrong, for a clause such as `It cannot be read: ${describeError(error)}`, without a full stop. What a schema
 * refuses is named in a person's words: the message of zod is the JSON of all its issues. Everybody who tells a failure on.
 */
export function describeError(error: unknown): string {
  if (error instanceof z.ZodError) {
    const [issue] = error.issues
    return issue === undefined ? 'a value does not fit' : formatIssueSentence(issue).replace(/\.$/, '')
  }
  return error instanceof Error ? error.message : String(error)
}
