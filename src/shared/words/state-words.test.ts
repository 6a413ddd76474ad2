import { expect, it } from 'vitest'
import { cueLanguageText } from './state-words.ts'

it.each([
  [['en', 'de'] as const, 'Words for states read in English, German'],
  [[], 'No words for states found. Known: English, French, German, Spanish, Portuguese, Chinese, Japanese.'],
  [undefined, ''],
])('the languages %j read “%s”', (languages, text) => {
  expect(cueLanguageText(languages)).toBe(text)
})
