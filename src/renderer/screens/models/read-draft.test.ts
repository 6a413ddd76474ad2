import { describe, expect, it } from 'vitest'
import { modelProfileSchema } from '../../../shared/models/model-profile-types.ts'
import { createProfileDraft, emptyDraft, isSameDraft, type ProfileDraft } from './profile-draft.ts'
import { copyDraft, createTemplateDraft, profileTemplates } from './profile-templates.ts'
import { readDraft } from './read-draft.ts'

const sonnet: ProfileDraft = { ...emptyDraft, id: 'sonnet', name: 'Sonnet', model: 'claude-sonnet-4-5' }

describe('the form of a profile', () => {
  it('reads as the profile that it was made from, tiers of prices included', () => {
    const profile = modelProfileSchema.parse({
      id: 'mine',
      name: 'Mine',
      vendor: 'recorded',
      model: 'm',
      windowTokens: 100_000,
      maxOutputTokens: 4000,
      prices: { input: 3, cacheReads: 0, tiers: [{ aboveInputTokens: 200_000, prices: { input: 6 } }] },
      threshold: 60,
      keyVariable: 'MY_KEY',
      timeoutMs: 30_000,
      recording: { file: '/tmp/answers.jsonl', profileId: 'other' },
    })
    const draft = createProfileDraft(profile)
    expect(readDraft(draft, profile)).toEqual({ ok: true, profile })
    expect(isSameDraft({ ...draft, name: 'Other' }, draft)).toBe(false)
    expect(isSameDraft({ ...draft }, draft)).toBe(true)
  })

  it.each<[string, Partial<ProfileDraft>, Readonly<Record<string, string>>]>([
    ['a name', { name: ' ' }, { name: 'This is needed.' }],
    ['a model', { model: '' }, { model: 'This is needed.' }],
    ['a window', { windowTokens: null }, { windowTokens: 'This is needed.' }],
    ['a window that is large enough', { windowTokens: 10 }, { windowTokens: 'At least 1,000.' }],
    ['whole tokens', { maxOutputTokens: 1.5 }, { maxOutputTokens: 'A whole number.' }],
    ['a patience in seconds', { timeoutSeconds: 4000 }, { timeoutSeconds: 'At most 3,600.' }],
    ['prices above zero', { prices: { ...emptyDraft.prices, input: -1 } }, { 'prices.input': 'At least 0.' }],
    [
      'a web address',
      { baseUrl: 'localhost:80' },
      { baseUrl: 'An address that begins with http:// or https://.' },
    ],
    [
      'the address of a compatible server',
      { vendor: 'openai-compatible' },
      { baseUrl: 'The address of the server, such as http://127.0.0.1:11434/v1.' },
    ],
    ['a file of answers', { vendor: 'recorded' }, { recordingFile: 'This is needed.' }],
    [
      'the name of a variable',
      { keyVariable: 'my key' },
      { keyVariable: 'The name of an environment variable.' },
    ],
    [
      'a threshold within its range',
      { threshold: 3 },
      { threshold: 'It must be 5 to 100 percent, or -1 to inherit.' },
    ],
  ])('asks for %s at its field', (_what, change, issues) => {
    expect(readDraft({ ...sonnet, ...change }, null)).toEqual({ ok: false, issues })
  })

  it('sends nothing of fields that its vendor does not have', () => {
    const read = readDraft({ ...sonnet, vendor: 'recorded', baseUrl: 'nonsense', recordingFile: 'a' }, null)
    expect(read).toMatchObject({ ok: true, profile: { baseUrl: null, recording: { file: 'a' } } })
    expect(readDraft({ ...sonnet, recordingFile: 'a' }, null)).toMatchObject({ profile: { recording: null } })
  })
})

describe('new profiles', () => {
  it.each(profileTemplates.map((template) => [template.label, template] as const))(
    'gives %s a form with no fault but what only a person can know',
    (_label, template) => {
      const read = readDraft(createTemplateDraft(template, []), null)
      const missing = read.ok ? [] : Object.keys(read.issues)
      expect(['model', 'recordingFile', undefined]).toContain(missing[0])
      expect(missing.length).toBeLessThan(2)
    },
  )

  it('never takes an id twice, nor that of the built-in model', () => {
    expect(copyDraft({ ...sonnet, name: 'A' }, ['a-copy'])).toMatchObject({
      id: 'a-copy-2',
      name: 'A copy 2',
    })
    expect(createTemplateDraft({ label: 'Extractive', about: '', draft: {} }, [])).toMatchObject({
      id: 'profile',
    })
  })
})
