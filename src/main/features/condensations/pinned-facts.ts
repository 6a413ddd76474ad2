import type { PinnedFact, PinnedFacts } from '../../../shared/condensations/pinned-fact-types.ts'
import type { CoreServices } from '../common/core-services.ts'
import { Problem } from '../common/problem.ts'
import { requireTask } from '../common/require-stored.ts'
import { loadTaskSource } from '../library/sources.ts'

type FactServices = Pick<CoreServices, 'store' | 'engine' | 'now'>
type OneFact = { readonly taskId: string; readonly text: string }

/** The facts that a person follows in a task, and what became of each. */
export async function readPinnedFacts(
  services: FactServices,
  taskId: string,
  signal: AbortSignal | undefined,
): Promise<PinnedFacts> {
  await requireTask(services.store, taskId)
  const texts = await listTexts(services, taskId)
  return { facts: await follow(services, taskId, { texts, signal }) }
}

async function listTexts({ store }: FactServices, taskId: string): Promise<readonly string[]> {
  return (await store.facts.list(taskId)).map(({ text }) => text)
}

/** Follows words from now on. A `Problem` where no message says them. */
export async function pinFact(
  services: FactServices,
  { taskId, text: given }: OneFact,
  signal: AbortSignal | undefined,
): Promise<PinnedFacts> {
  const pinned = await listTexts(services, taskId)
  // In one look at the history, which is the work of it.
  const texts = [...pinned, ...listWholeWords(given.trim())]
  const found = await follow(services, taskId, { texts, signal })
  const fact = found.slice(pinned.length).find(({ said }) => said !== null)
  if (fact === undefined)
    throw new Problem({
      code: 'not-found',
      message: 'No message of the task says that word for word',
      where: given.trim().slice(0, 80),
      hint: 'Copy the words from a message.',
    })
  await services.store.facts.add({ taskId, text: fact.text, createdTs: services.now() })
  const known = found.slice(0, pinned.length)
  return { facts: pinned.includes(fact.text) ? known : [...known, fact] }
}

/** A text, and the same without words at its ends that a selection may have cut. */
function listWholeWords(text: string): readonly string[] {
  const words = [...text.matchAll(/\S+/g)]
  const [second, last] = [words[1]?.index, words.at(-1)?.index]
  if (second === undefined || last === undefined) return [text]
  const shorter = [text.slice(0, last), text.slice(second), text.slice(second, last)]
  return [text, ...shorter.map((own) => own.trim()).filter((own) => own !== '')]
}

/** Follows words no longer. A `Problem` where nobody did. */
export async function unpinFact(
  services: FactServices,
  { taskId, text }: OneFact,
  signal: AbortSignal | undefined,
): Promise<PinnedFacts> {
  if (!(await services.store.facts.remove({ taskId, text })))
    throw new Problem({
      code: 'not-found',
      message: 'That is not pinned',
      where: text.slice(0, 80),
      hint: 'Name the words as they were pinned.',
    })
  return readPinnedFacts(services, taskId, signal)
}

async function follow(
  { store, engine }: FactServices,
  taskId: string,
  { texts, signal }: { readonly texts: readonly string[]; readonly signal: AbortSignal | undefined },
): Promise<PinnedFact[]> {
  // Most tasks have none; their history need not be looked at.
  if (texts.length === 0) return []
  const task = await requireTask(store, taskId)
  const input = { source: await loadTaskSource(store, task), usage: task.meta.usage, texts }
  return [...(await engine.run('followPinnedFacts', input, signal === undefined ? {} : { signal }))]
}
