/** All events of a stream that ends; none of null. */
export async function collectEvents<T>(events: AsyncIterable<T> | null): Promise<T[]> {
  const all: T[] = []
  for await (const event of events ?? []) all.push(event)
  return all
}
