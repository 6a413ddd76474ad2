import { describe, expect, it } from 'vitest'
import type { ModelProfile } from '../../../shared/models/model-profile-types.ts'
import { checkProfile, warnAboutProfile } from './check-profile.ts'
import { makeProfile } from './testing/bench.ts'

const compatible = (baseUrl: string | null): ModelProfile =>
  makeProfile({ vendor: 'openai-compatible', baseUrl })

describe('a base URL', () => {
  it.each([
    [null, /needs its base URL/],
    ['models', /no address/],
    ['ftp://models.example.com', /https:\/\/ or http:\/\/, not ftp:/],
    ['file:///etc/passwd', /not file:/],
    ['javascript:alert(1)', /not javascript:/],
    ['https://ada:hunter2@models.example.com/v1', /user name or a password/],
    ['https://models.example.com/v1?key=hunter2', /query/],
    ['https://models.example.com/v1?', /query/],
    ['https://models.example.com/v1#hunter2', /fragment/],
  ])('%s is refused, and what could be secret in it is not repeated', (baseUrl, message) => {
    const fault = checkProfile(compatible(baseUrl))
    expect(fault).toMatchObject({ field: 'baseUrl', message: expect.stringMatching(message) })
    expect(fault?.message).not.toContain('hunter2')
  })

  it.each([
    ['http://127.0.0.1:11434/v1', false],
    ['http://localhost:1234/v1', false],
    ['http://[::1]:8000', false],
    ['http://192.168.1.20:8000/v1', false],
    ['http://172.20.0.3/v1', false],
    ['http://ollama:11434/v1', false],
    ['http://nas.local/v1', false],
    ['https://openrouter.ai/api/v1', false],
    ['http://openrouter.ai/api/v1', true],
    ['http://172.32.0.1/v1', true],
    ['http://127.0.0.1.example.com/v1', true],
    ['http://[2001:db8::1]/v1', true],
  ])('%s may be used; warned about: %s', (baseUrl, isWarnedAbout) => {
    expect(checkProfile(compatible(baseUrl))).toBeNull()
    expect(warnAboutProfile(compatible(baseUrl))).toHaveLength(isWarnedAbout ? 1 : 0)
  })
})

describe('a profile', () => {
  it.each<[string, Partial<ModelProfile>, string | null]>([
    ['of a vendor needs no base URL', {}, null],
    [
      'whose output fills its window is refused',
      { windowTokens: 4096, maxOutputTokens: 4096 },
      'maxOutputTokens',
    ],
    ['that is recorded needs a recording', { vendor: 'recorded' }, 'recording'],
    [
      'cannot record itself',
      { vendor: 'recorded', recording: { file: 'a', profileId: 'work' } },
      'recording',
    ],
    ['that replays is fine', { vendor: 'recorded', recording: { file: 'a', profileId: null } }, null],
  ])('%s', (_name, more, field) => {
    expect(checkProfile(makeProfile(more))?.field ?? null).toBe(field)
  })
})
