import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import type { PromptPurpose } from '../../../shared/prompts/prompt-types.ts'
import { useEngine } from '../../data/engine-context.ts'
import { useRefresh } from '../../data/use-refresh.ts'
import { routes } from '../../lib/routes.ts'

type NewPrompt = {
  readonly name: string
  readonly purpose: PromptPurpose
  readonly text: string
  readonly note: string
}

/** Adds a prompt under a name that no other has, and goes to it. */
export function useCreatePrompt(): (prompt: NewPrompt) => Promise<void> {
  const { client, queries } = useEngine()
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  const [, navigate] = useLocation()
  return async (prompt) => {
    const known = await queryClient.fetchQuery(queries.prompts.list.queryOptions())
    const name = findFreeName(
      prompt.name,
      known.map((other) => other.name),
    )
    const created = await client.prompts.create({ ...prompt, name })
    await refresh('prompts')
    navigate(routes.prompt(created.id))
  }
}

function findFreeName(name: string, taken: readonly string[]): string {
  for (let number = 1; ; number++) {
    const candidate = number === 1 ? name : `${name} ${number}`
    if (!taken.includes(candidate)) return candidate
  }
}
