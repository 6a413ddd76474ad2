import { ORPCError } from '@orpc/server'
import type { Log, LogFields } from '../../../shared/installation/log-types.ts'

/** A call of the contract on its way to its handler. */
type Call = { readonly path: readonly string[]; readonly next: () => Promise<unknown> }

/** Notes calls that fail, by method and code; the sentences stay out, for they may quote what was sent. */
export function logFailures(log: Log): (call: Call) => Promise<unknown> {
  return async ({ path, next }) => {
    try {
      return await next()
    } catch (error) {
      const method = path.join('.')
      const code = readErrorCode(error)
      if (code === 'internal' || code === 'storage')
        log.error('method-failed', { method, code, ...describeOrigin(error) })
      else log.info('method-failed', { method, code })
      throw error
    }
  }
}

function readErrorCode(error: unknown): string {
  if (!(error instanceof ORPCError)) return error instanceof Error ? error.name : 'unknown'
  const { code, data }: { readonly code: string; readonly data: unknown } = error
  const isProblem = typeof data === 'object' && data !== null && 'code' in data
  return isProblem ? String(data.code) : code
}

/** Kind and place of what was not expected; never its message. */
function describeOrigin(error: unknown): LogFields {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return {}
  const frames = (cause.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    error: cause.name,
    frames: frames
      .slice(0, 8)
      .map((line) => line.trim())
      .join(' | '),
  }
}
