import { implement, type ImplementerInternalWithMiddlewares } from '@orpc/server'
import { contract, type Contract } from '../../../shared/api/contract.ts'
import { deepestJson, isDeeperThan } from '../../../shared/kernel/json-values.ts'
import type { NoContext } from './dewpoint.ts'
import { toReply } from './explain-failure.ts'
import { Problem } from './problem.ts'

// Named: spelled out, it is longer than the compiler will write down.
type Implementer = ImplementerInternalWithMiddlewares<Contract, NoContext, NoContext>

/** The contract, ready for handlers; every failure of theirs leaves through `toReply`. */
export const implementer: Implementer = implement(contract).use(async ({ next }, input: unknown) => {
  try {
    refuseDeep(input)
    return await next()
  } catch (error) {
    throw toReply(error)
  }
})

/** Checks and what writes JSON recurse, and would overflow. */
function refuseDeep(input: unknown): void {
  if (!isDeeperThan(input, deepestJson)) return
  throw new Problem({
    code: 'bad-input',
    message: `What was given nests more than ${deepestJson} levels deep`,
    where: '',
    hint: 'Nothing was done. Nest less.',
  })
}

/** The same for what a stream throws after its handler has returned. */
export async function* guardStream<T>(events: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield* events
  } catch (error) {
    throw toReply(error)
  }
}
