import { expect, it } from 'vitest'
import { conversationFor } from '../../kernel/testing/run-on.ts'
import { findCueLanguages } from './cue-languages.ts'

it.each([
  ['Fixed a.ts, the tests pass, b.ts is pending.', ['en']],
  ['a.ts corrigé, les tests passent, reste b.ts.', ['fr']],
  ['a.ts behoben, b.ts gelöscht, c.ts ist offen.', ['de']],
  ['a.ts corregido, las pruebas fallan, error en b.ts.', ['es']],
  ['a.ts corrigido, os testes falharam, b.ts foi removido e atualizado.', ['pt']],
  ['已修复 a.ts，测试通过，b.ts 已删除。', ['zh']],
  ['a.ts を修正しました。テストは失敗、b.ts は削除済み。', ['ja']],
  ['Fixed a.ts and updated b.ts. a.ts behoben, b.ts gelöscht.', ['en', 'de']],
  ['Created a.ts.', ['en']],
  ['Nothing of note.', []],
])('%s has words of %j', (text, languages) => {
  const { parts } = conversationFor([{ role: 'user', content: text, isSummary: true }])
  expect(findCueLanguages(parts.flat())).toEqual(languages)
})
