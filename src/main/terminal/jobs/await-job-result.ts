import type { RunProgress } from '../../../shared/condense/run-types.ts'
import type { CommandContext, CommonOptions } from '../context.ts'
import { createProgress } from './progress.ts'
import { streamUntilAborted } from './stream-until-aborted.ts'

type JobEvent<Result> =
  | { readonly kind: 'progress'; readonly progress: RunProgress }
  | { readonly kind: 'finished'; readonly result: Result }

/** The result of a job that tells its events, with its progress shown until then. */
export async function awaitJobResult<Result>(
  begin: (options: { readonly signal: AbortSignal }) => Promise<AsyncIterable<JobEvent<Result>>>,
  options: CommonOptions,
  context: CommandContext,
): Promise<Result> {
  const { signal } = context
  const progress = createProgress(options, context)
  try {
    for await (const event of streamUntilAborted(await begin({ signal }), signal)) {
      if (event.kind === 'finished') return event.result
      const { label, done, total } = event.progress
      progress.show(label, done, total)
    }
  } finally {
    progress.end()
  }
  throw new Error('The job ended without a result.')
}
