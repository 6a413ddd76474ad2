import type { RunSummary } from '../../../shared/condense/run-types.ts'
import type { RunRequest } from '../../../shared/condense/runs-contract.ts'
import type { Dewpoint } from '../../features/common/dewpoint.ts'
import type { CommandContext, CommonOptions } from '../context.ts'
import { createProgress } from './progress.ts'

/** Runs a provider with its progress on stderr, and cancels it where the command is. Resolves to the run as it ended. */
export async function runToEnd(
  client: Dewpoint['client'],
  request: RunRequest,
  options: CommonOptions,
  context: CommandContext,
): Promise<RunSummary> {
  const progress = createProgress(options, context)
  const { id: runId } = await client.runs.start(request)
  const cancel = (): void => {
    // The run says itself that it was cancelled; if it can't be cancelled any more it has ended.
    client.runs.cancel({ runId }).catch(() => undefined)
  }
  context.signal.addEventListener('abort', cancel)
  if (context.signal.aborted) cancel()
  try {
    for await (const event of await client.runs.watch({ runId })) {
      if (event.kind === 'finished') return event.run
      if (event.kind !== 'progress') continue
      progress.show(event.progress.label, event.progress.done, event.progress.total)
    }
    return await client.runs.get({ runId })
  } finally {
    context.signal.removeEventListener('abort', cancel)
    progress.end()
  }
}
