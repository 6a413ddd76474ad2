import { Cancelled } from '../../engine/cancel-signal.ts'
import { ModelFailure } from '../../engine/language-model.ts'
import type { Asked } from './asked.ts'
import { explainConnection } from './explain-connection.ts'
import { explainServerError } from './explain-server-error.ts'
import { readServerError } from './server-error.ts'

/**
 * Whatever broke a call as the one error of adapters. The error of an SDK is not chained as a cause: it holds
 * headers and, in parts, the request.
 */
export function explainFailure(error: unknown, asked: Asked, nowMs: number): ModelFailure | Cancelled {
  if (error instanceof ModelFailure || error instanceof Cancelled) return error
  const said = readServerError(error, nowMs)
  return said === null ? explainConnection(error, asked) : explainServerError(said, asked)
}
