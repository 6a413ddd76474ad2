import { rememberResults } from '../../../shared/kernel/remember-results.ts'

/** Characters: what is shorter is read anew sooner than it is looked up. */
const leastChars = 10_000
/** Characters of texts whose readings are kept, and as many again of those before. */
const mostChars = 16_000_000

/**
 * A reading of a text that remembers its answers for long ones. A task is condensed by many methods and measured with
 * many figures, and all of them read the same prompts. Whoever gets an answer leaves it as it is.
 */
export function rememberByText<Value extends object>(read: (text: string) => Value): (text: string) => Value {
  const readOnce = rememberResults(read, mostChars)
  return (text) => (text.length < leastChars ? read(text) : readOnce(text))
}
