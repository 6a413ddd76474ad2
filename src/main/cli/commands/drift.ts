import { withDewpoint, type CommandContext, type CommonOptions } from '../context.ts'
import { findTask } from '../find-task.ts'
import { jobResult } from '../job-result.ts'
import { askingText } from '../output/asking-text.ts'
import { driftText } from '../output/drift-text.ts'
import { jsonText } from '../output/json.ts'
import { readPolicyFile } from '../read-policy-file.ts'

export type DriftOptions = CommonOptions & {
  readonly policy?: string
  readonly cycles?: number
  readonly maxCost?: number
}

/** `dewpoint drift <task>`. Resolves to 2 where the file of policies is not valid. */
export async function driftCommand(
  name: string,
  options: DriftOptions,
  context: CommandContext,
): Promise<number> {
  return withDewpoint(options, context, async ({ client }) => {
    const read = await readPolicyFile(options.policy, client, context)
    if (!read.ok) return 2
    const { id: taskId } = await findTask(name, client, context.folder)
    const { cycles, maxCost: maxCostUsd } = options
    const input = { taskId, policies: read.policies, cycles, maxCostUsd }
    // Without a file no policy asks a model.
    if (read.policies !== undefined) {
      const estimate = await client.drift.estimate(input, { signal: context.signal })
      context.terminal.err(askingText(estimate, maxCostUsd))
    }
    const result = await jobResult((more) => client.drift.run(input, more), options, context)
    await context.terminal.out(options.json === true ? jsonText(result) : driftText(result))
    return 0
  })
}
