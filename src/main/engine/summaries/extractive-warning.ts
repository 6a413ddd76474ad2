import type { Warning } from '../../../shared/domain/outcome.ts'

/** Said of a run in which the built-in summariser wrote something. */
export const extractiveWarning: Warning = {
  code: 'extractive',
  message: 'No model was asked: the built-in extractive summariser selected lines by rules.',
}
