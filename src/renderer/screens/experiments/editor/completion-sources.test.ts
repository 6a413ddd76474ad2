import { expect, it } from 'vitest'
import type { EditorChoices } from '../../../data/use-editor-choices.ts'
import { createSettingsSchemaFinder, collectSuggestions, readVariantIds } from './completion-sources.ts'

const value = {
  variants: [{ id: 'a', provider: 'smart' }, { provider: 'native' }, { id: 'b', provider: 'gone' }],
}
const choices = {
  providers: [{ id: 'smart', label: 'Smart', settingsJsonSchema: { type: 'object' } }],
  presets: [{ id: 'balanced', providerId: 'smart' }],
  metrics: [{ id: 'reduction', label: 'Reduction' }],
  tasks: [{ value: 't1', label: 'A task' }],
  profiles: [{ value: 'extractive', label: 'Built in' }],
  prompts: [],
  arms: [],
} as unknown as EditorChoices

it('suggests what this machine and the text itself know', () => {
  const suggestions = collectSuggestions(choices, value)
  const offered = (pattern: string) => suggestions[pattern]?.map(({ value: word }) => word)
  expect(readVariantIds(value)).toEqual(['a', 'b'])
  expect(offered('baseline')).toEqual(['a', 'b'])
  expect(offered('tasks.*')).toEqual(['t1'])
  expect(offered('variants.*.preset')).toEqual(['balanced'])
  expect(offered('metrics.*')).toEqual(expect.arrayContaining(['facts', 'reduction']))
  expect(offered('margins.*key')).toEqual(['reduction'])
})

it('gives settings the schema of their provider', () => {
  const schemaAt = createSettingsSchemaFinder(choices, value)
  expect(schemaAt(['variants', 0, 'settings'])).toEqual({ type: 'object' })
  expect(schemaAt(['variants', 2, 'settings'])).toBeNull()
  expect(schemaAt(['variants', 0, 'provider'])).toBeNull()
})
