import { makePlantedSession, type PlantedSession } from '../../src/main/measure/planted/make-session.ts'
import { read, run, say, typed, type Story } from '../sample/library/story.ts'

/** A planted session as a story, which is written in the files of its agent. */
export function makePlantedStory(
  seed: number,
  at: number,
  tokens: number,
): Pick<PlantedSession, 'items'> & { readonly story: Story } {
  const { id, agent, items, steps } = makePlantedSession(seed, at, tokens)
  const files = steps.flatMap((step): readonly (readonly [string, string])[] =>
    step.by === 'agent' && step.use?.tool === 'read' ? [[step.use.path, step.use.result]] : [],
  )
  return {
    items,
    story: {
      id,
      agent,
      title: `Tidy up service ${at + 1}`,
      workspace: `/home/ines/code/service-${at + 1}`,
      branch: 'main',
      model: agent === 'codex' ? 'gpt-5-codex' : 'claude-sonnet-4-5',
      startedAt: new Date(Date.UTC(2026, at % 9, 1 + (seed % 28), 8)).toISOString(),
      files: Object.fromEntries(files),
      steps: steps.map((step) => {
        if (step.by === 'person') return typed(step.text)
        const { text, use } = step
        if (use === undefined) return say(text)
        return say(text, use.tool === 'read' ? read(use.path) : run(use.command, use.result))
      }),
    },
  }
}
