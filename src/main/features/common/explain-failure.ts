import { ORPCError } from '@orpc/server'
import type { ProblemCode, ProblemData } from '../../../shared/api/errors.ts'
import { describeError } from '../../../shared/kernel/describe-error.ts'
import { ImportFailure } from '../../agents/import-failure.ts'
import { FileFailure, type FileFailureCode } from '../../platform/files/file-failure.ts'
import { DatabaseFailure } from '../../platform/queue/database-failure.ts'
import { StoreFailure } from '../../platform/store/store-failure.ts'
import type { JobFailure } from '../../platform/workers/job.ts'
import { ReadFailure } from '../library/follow/read-failure.ts'
import { StepFailure } from '../library/follow/steps/background-step.ts'
import { formatAsTyped } from './find-own-command.ts'
import { Problem } from './problem.ts'

const jobCodes: Readonly<Record<string, ProblemCode>> = {
  'not-found': 'not-found',
  'not-allowed': 'not-allowed',
  'too-large': 'too-large',
  'unknown-format': 'bad-input',
}

const fileCodes: Readonly<Record<FileFailureCode, ProblemCode>> = {
  source: 'not-allowed',
  'own-data': 'not-allowed',
  exists: 'not-allowed',
  'not-found': 'not-found',
  'not-allowed': 'not-allowed',
  'not-a-file': 'unreadable',
  'too-large': 'too-large',
  'disk-full': 'storage',
  'read-only': 'storage',
  'bad-name': 'bad-input',
  failed: 'unreadable',
}

/** The problem that a failed job stands for. */
export function toJobProblem({ code, message, where, hint }: JobFailure): Problem {
  return new Problem({ code: jobCodes[code] ?? 'unreadable', message, where, hint })
}

/**
 * The one place where failures become replies: problems keep their sentence, failures of files, of the store, of the search
 * index and of reading become problems, everything else is a bug and says so without its stack.
 */
export function toReply(error: unknown): unknown {
  const problem = toProblem(error)
  if (!(problem instanceof Problem)) return error instanceof ORPCError ? error : toUnexpectedReply(error)
  const { code, where, hint, message } = problem
  return createReply(formatAsTyped(message), { code, where, hint: formatAsTyped(hint) })
}

/** The problem that a known failure stands for; anything else as it is. */
export function toProblem(error: unknown): unknown {
  if (error instanceof StoreFailure || error instanceof StepFailure || error instanceof DatabaseFailure)
    return toStoreProblem(error)
  if (error instanceof FileFailure) return toFileProblem(error)
  // Folders are looked into here, and files by the workers.
  if (error instanceof ImportFailure) return toJobProblem(error)
  return error instanceof ReadFailure ? toJobProblem(error.failure) : error
}

/** The problem that a failure of the store, or of what is stored beside it, stands for. */
export function toStoreProblem({
  message,
  where,
  hint,
}: StoreFailure | StepFailure | DatabaseFailure): Problem {
  return new Problem({ code: 'storage', message, where, hint })
}

/** The problem that a failure of a file stands for. */
export function toFileProblem({ code, message, where, hint, cause }: FileFailure): Problem {
  return new Problem({ code: fileCodes[code], message, where, hint, cause })
}

function toUnexpectedReply(error: unknown): unknown {
  if (error instanceof Error && error.name === 'AbortError') return error
  const what = describeError(error)
  return createReply(
    `Something went wrong inside Dewpoint: ${what}`,
    {
      code: 'internal',
      where: '',
      hint: formatAsTyped(
        'Please report it with what you did. `dewpoint doctor` says which versions are in use.',
      ),
    },
    error,
  )
}

/** The cause stays on this side: it is for the log. */
function createReply(message: string, data: ProblemData, cause?: unknown): unknown {
  return new ORPCError('PROBLEM', { defined: true, status: 422, message, data, cause })
}
