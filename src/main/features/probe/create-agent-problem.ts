import { formatMinutes } from '../../../shared/probe/build-probe.ts'
import type { ProbeInput } from '../../../shared/probe/probe-types.ts'
import { Problem } from '../common/problem.ts'
import type { EndedFork } from './probe-store.ts'

/** What is said of an agent that took no turn at all. It would take none in the other forks either. */
export function createAgentProblem(
  agent: string,
  { end, said }: Pick<EndedFork, 'end' | 'said'>,
  { minutes }: ProbeInput['limits'],
): Problem {
  const words = said.replaceAll(/\s+/g, ' ').trim().slice(-300)
  const how =
    end === 'minutes'
      ? `it did nothing for ${formatMinutes(minutes)}`
      : end === 'failed'
        ? 'it ended with an error'
        : 'it ended as if all were well, and no answer is in its session'
  return new Problem({
    code: 'not-allowed',
    message: `${agent} did not go on with the session: ${how}${words === '' ? '' : ` (${words})`}.`,
    where: agent,
    hint: 'Its settings were copied, its sign-in was not: set its key in the environment.',
  })
}
