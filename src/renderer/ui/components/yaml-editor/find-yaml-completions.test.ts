import { describe, expect, it } from 'vitest'
import { experimentSchema } from '../../../screens/experiments/editor/use-experiment-draft.ts'
import { findYamlCompletions } from './find-yaml-completions.ts'

const sources = {
  schema: experimentSchema,
  schemaAt: (path: readonly (string | number)[]) =>
    path.length === 3 && path[2] === 'settings'
      ? { type: 'object', properties: { keep: { enum: ['first', 'latest'] } } }
      : null,
  suggestions: {
    'variants.*.provider': [{ value: 'native', about: 'Native' }],
    'metrics.*': [{ value: 'facts', about: 'group' }],
    'margins.*key': [{ value: 'reduction', about: 'Reduction' }],
    'tasks.*': [{ value: '0190-ab', about: 'A task' }],
  },
}
const offered = (text: string): readonly string[] =>
  findYamlCompletions(text, sources).items.map(({ insert }) => insert)

describe('completions of an experiment', () => {
  it.each([
    ['keys at the top', 'na', ['name: ', 'tasks: ', 'variants: ', 'margins: ']],
    ['keys of a variant', 'variants:\n  - id: a\n    p', ['provider: ', 'preset: ', 'pinConstraints: ']],
    ['keys behind a dash', 'variants:\n  - ', ['id: ', 'provider: ']],
    ['providers of this machine', 'variants:\n  - provider: ', ['native']],
    ['words of the schema', 'checkpoints:\n  at: [', ['default', 'recorded', 'trigger']],
    ['verdicts of an assertion', 'assert:\n  - verdict: ', ['better', 'not-worse']],
    ['yes and no', 'variants:\n  - pinConstraints: ', ['true', 'false']],
    ['items with their dash', 'metrics:\n  ', ['- facts']],
    ['keys that this machine knows', 'margins:\n  ', ['reduction: ']],
    ['texts that look like numbers in quotes', 'tasks: [', ['"0190-ab"']],
    ['keys of settings', 'variants:\n  - settings:\n      ', ['keep: ']],
    ['values of settings', 'variants:\n  - settings:\n      keep: ', ['first', 'latest']],
  ])('are %s', (_name, text, expected) => {
    expect(offered(text)).toEqual(expect.arrayContaining(expected))
  })

  it('explain what a key means', () => {
    const { items } = findYamlCompletions('variants:\n  - ', sources)
    expect(items.find(({ label }) => label === 'id')).toMatchObject({
      detail: 'needed',
      about: 'Short name of the variant in tables and reports.',
    })
  })

  it('are none where anything can be written', () => {
    expect(offered('name: ')).toEqual([])
  })
})
