import { describe, expect, it } from 'vitest'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { createKeptSubject } from '../testing/condensation-of.ts'
import { createTextSubject } from './limit-to-summary.ts'
import { rulesKept } from './rules-kept.ts'

/** Whether a context of this text keeps the one rule of a history. */
function isKept(rule: string, text: string): boolean {
  const source = conversationFor([{ role: 'user', content: rule }])
  const value = rulesKept.measure(createTextSubject(createKeptSubject(source, []), text))?.value
  expect(value, 'a history with one rule').toBeDefined()
  return value === 1
}

const vendor = 'Never change files in the vendor folder.'

describe('a rule in other words', () => {
  it.each([
    [vendor, vendor],
    [vendor, 'The user said not to change any files in the vendor folder.'],
    [vendor, 'Files in the vendor folder: do not change.'],
    [vendor, 'Avoid changes: change no files of the vendor folder'],
    ['Don’t commit anything to the main branch.', 'never commit anything to the main branch'],
    ['Use only the standard library for parsing.', 'For parsing, use just the standard library.'],
    [
      'Never write more than 3 comments per function.',
      'Not more than 3 comments per function, so write few.',
    ],
    [
      'Keine neuen Abhängigkeiten in src/a.ts hinzufügen.',
      'Zu src/a.ts nicht die neuen Abhängigkeiten hinzufügen',
    ],
    ['Ne modifie jamais les fichiers du dossier vendor.', 'Ne pas modifie les fichiers du dossier vendor'],
    ['The answers must stay in plain English words.', 'Answers stay in plain English words.'],
  ])('is kept: %s as %s', (rule, text) => {
    expect(isKept(rule, text)).toBe(true)
  })

  it.each([
    [vendor, 'Sometimes change files in the vendor folder.'],
    [vendor, 'The task is to change files in the vendor folder.'],
    [vendor, 'Nothing else matters.\nChange files in the vendor folder.'],
    ['Don’t commit anything to the main branch.', 'Do commit anything to the main branch.'],
    ['Use only the standard library for parsing.', 'Use mostly the standard library for parsing.'],
    ['Never write more than 3 comments per function.', 'Never write more than 9 comments per function.'],
    [
      'Keine neuen Abhängigkeiten in src/a.ts hinzufügen.',
      'Gern neuen Abhängigkeiten in src/a.ts hinzufügen.',
    ],
    ['Ne modifie jamais les fichiers du dossier vendor.', 'Modifie parfois les fichiers du dossier vendor.'],
  ])('is lost where it forbids, limits or counts no more: %s as %s', (rule, text) => {
    expect(isKept(rule, text)).toBe(false)
  })
})
