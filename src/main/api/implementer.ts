import { implement } from '@orpc/server'
import { contract } from '../../shared/api/contract.ts'
import { toReply } from './explain-failure.ts'

/** The contract, ready for handlers; every failure of theirs leaves through `toReply`. */
export const implementer = implement(contract).use(async ({ next }) => {
  try {
    return await next()
  } catch (error) {
    throw toReply(error)
  }
})

/** The same for what a stream throws after its handler has returned. */
export async function* guardedStream<T>(events: AsyncGenerator<T, void>): AsyncGenerator<T, void> {
  try {
    yield* events
  } catch (error) {
    throw toReply(error)
  }
}
