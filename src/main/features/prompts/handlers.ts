import { makeSlug } from '../../../shared/kernel/make-slug.ts'
import type { Prompt } from '../../../shared/prompts/prompt-types.ts'
import { builtInPrompts } from '../../kernel/prompts/built-in.ts'
import { readPolicy } from '../../platform/models/stored-choices.ts'
import { implementer } from '../common/implementer.ts'
import { Problem } from '../common/problem.ts'
import type { Services } from '../common/services.ts'
import { listPromptUsers } from './find-condensing-prompts.ts'

type PromptServices = Pick<Services, 'store' | 'now'>

/** Handlers of the `prompts` area. */
export function createPromptsHandlers(services: PromptServices) {
  const { store, now } = services
  const area = implementer.prompts
  return {
    list: area.list.handler(() => listAllPrompts(services)),
    create: area.create.handler(async ({ input: { name, purpose, text, note } }) => {
      await refuseName(services, name)
      const id = await findFreeId(services, name)
      await store.prompts.create({ id, name, purpose }, { text, note, createdTs: now() })
      return requirePrompt(services, id)
    }),
    addVersion: area.addVersion.handler(async ({ input: { promptId: id, text, note } }) => {
      const prompt = await requireOwn(services, id)
      if (prompt.versions.at(-1)?.text === text) return prompt
      await store.prompts.addVersion(id, { text, note, createdTs: now() })
      return requirePrompt(services, id)
    }),
    rename: area.rename.handler(async ({ input: { promptId: id, name } }) => {
      await requireOwn(services, id)
      await refuseName(services, name, id)
      await store.prompts.rename(id, name)
      return requirePrompt(services, id)
    }),
    remove: area.remove.handler(async ({ input }) => {
      const { name } = await requireOwn(services, input.promptId)
      await refuseInUse(services, input.promptId, name)
      await store.prompts.remove(input.promptId)
    }),
    uses: area.uses.handler(async ({ input }) => {
      const runs = await store.runs.list()
      return runs.flatMap(({ id: runId, prompt }) =>
        prompt?.promptId === input.promptId ? [{ ...prompt, runId }] : [],
      )
    }),
  }
}

async function listAllPrompts({ store }: PromptServices): Promise<Prompt[]> {
  return [...builtInPrompts, ...(await store.prompts.list())]
}

async function requirePrompt(services: PromptServices, id: string): Promise<Prompt> {
  const prompt = (await listAllPrompts(services)).find((known) => known.id === id)
  if (prompt !== undefined) return prompt
  throw new Problem({
    code: 'not-found',
    message: `There is no prompt ${id}`,
    where: id,
    hint: 'List the prompts to see their ids.',
  })
}

async function requireOwn(services: PromptServices, id: string): Promise<Prompt> {
  const prompt = await requirePrompt(services, id)
  if (!prompt.isBuiltIn) return prompt
  throw new Problem({
    code: 'not-allowed',
    message: `${prompt.name} ships with Dewpoint and stays as it is`,
    where: id,
    hint: 'Add a prompt of your own with its text, and change that.',
  })
}

/** A default that is gone would silently be another one. */
async function refuseInUse({ store }: PromptServices, id: string, name: string): Promise<void> {
  const users = await listPromptUsers(store, await readPolicy(store), id)
  if (users.length === 0) return
  throw new Problem({
    code: 'not-allowed',
    message: `${name} is the condensing prompt of ${users.join(' and ')}`,
    where: id,
    hint: 'Choose another one there first. Then it can be removed.',
  })
}

/** Names tell prompts apart, on screen and on the command line. */
async function refuseName(services: PromptServices, name: string, except?: string): Promise<void> {
  const fold = (text: string): string => text.toLowerCase()
  const same = (await listAllPrompts(services)).find(
    (known) => fold(known.name) === fold(name) && known.id !== except,
  )
  if (same === undefined) return
  throw new Problem({
    code: 'bad-input',
    message: `There is a prompt with the name ${same.name} already`,
    where: 'name',
    hint: 'Choose another name, or add a version to that one.',
  })
}

/** The id that follows from the name. None is used twice, also after its prompt was removed: runs name what they used. */
async function findFreeId(services: PromptServices, name: string): Promise<string> {
  const used = new Set([
    ...(await listAllPrompts(services)).map(({ id }) => id),
    ...(await services.store.runs.list()).flatMap(({ prompt }) => prompt?.promptId ?? []),
  ])
  const slug = makeSlug(name, 40) || 'prompt'
  for (let number = 1; ; number++) {
    const id = number === 1 ? slug : `${slug}-${number}`
    if (!used.has(id)) return id
  }
}
