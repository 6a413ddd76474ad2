import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { findConstraints, findFirmConstraints } from './find-constraints.ts'
import { isFirm } from './is-constraint.ts'

const user = (text: string): Message[] => [{ role: 'user', content: [{ type: 'text', text }] }]

describe('words that leave no choice', () => {
  it.each([
    ['a ban', 'Do not touch the seeds.'],
    ['a ban in a clause', 'Show me the place, but dont change any code yet.'],
    ['a ban beside a question', "Can you look into it, don't fix anything yet?"],
    ['what is not wanted', "I don't want any new endpoints for this."],
    ['what must not be', 'The existing table must not be altered.'],
    ['what should not be', 'The list should never scroll sideways.'],
    ['a limit', 'The label has at most 10 characters.'],
    ['a number that may not be', 'Whole seconds, never 0.'],
    ['what has to stay', 'The contract tests have to stay green.'],
    ['something to do without changes', 'It has to pass without edits.'],
    ['a choice', 'Only use packages that are in the lock file.'],
    ['a scope', 'Only change the settings page.'],
    ['a scope at the end', 'Report confirmed bugs only.'],
    ['a habit', 'Always build at the end of your work.'],
    ['what is to stay', 'Keep the current layout as it is.'],
    ['the style of the project', 'Follow the existing naming conventions.'],
    ['something to do without', 'Rename it without touching the tests.'],
    ['something to leave out', 'No new dependencies.'],
    ['a preference', 'I prefer one module for both.'],
    ['permission to ask for', 'Wait for my confirmation before you go on.'],
    ['care', "Make sure the page doesn't flicker."],
    ['French', 'Ne touche pas aux styles.'],
    ['German', 'Ändere bitte nichts an den Tests.'],
    ['Spanish', 'No rompas nada.'],
    ['Russian', 'Не меняйте схему базы.'],
    ['Chinese', '先不要改代码'],
  ])('are %s', (_name, sentence) => {
    expect(isFirm(sentence, false)).toBe(true)
  })

  it.each([
    ['one thing to do', 'Add a filter for the country.'],
    ['a wish for the result', 'The header should be blue.'],
    ['a duty that may be a manual', 'The file name must be unique.'],
    ['a guess', 'It must be something in the cache.'],
    ['what somebody thinks', "I don't think this is right."],
    ['what somebody should not feel', "Please don't worry about me."],
    ['a complaint', 'It should only open once, but it still opens twice.'],
    ['a report with “only”', 'Only entering the page without a filter shows nothing.'],
    ['a line of a log', 'Only output in the console is this.'],
    ['a question', 'Can it run without using the cache?'],
    ['a question in Chinese', '为什么不要缓存呢'],
    ['what somebody says', "If I'm asked, I say don't use the old host."],
    ['a question without a mark', 'dont both tables have this column'],
    ['a quotation', '“Do not unplug the device” is on the screen.'],
    ['a row of a table', '/ask | Ask without editing any files |'],
    ['a command of the agent', '/review Check that nothing else changed, do not fix.'],
    ['courtesy in French', "N'hésitez pas à demander."],
    ['the address of a database', 'Give it two slashes (db://x), never db:////x'],
    ['a word that Spanish has too', 'No one sees this file.'],
  ])('are not %s', (_name, sentence) => {
    expect(isFirm(sentence, false)).toBe(false)
  })
})

describe('words of other languages that leave no choice', () => {
  it.each([
    ['fr', 'Ne modifie jamais le dossier vendor.'],
    ['fr', 'Utilise uniquement les paquets du projet.'],
    ['fr', 'Corrige-le sans toucher aux tests.'],
    ['fr', 'Le nom a au plus 10 caractères.'],
    ['fr', 'Laisse la page telle quelle, garde le style intact.'],
    ['de', 'Ändere nichts am Ordner vendor.'],
    ['de', 'Verwende nur Pakete, die da sind.'],
    ['de', 'Behebe es, ohne die Tests zu ändern.'],
    ['de', 'Der Name hat höchstens 10 Zeichen.'],
    ['de', 'Immer zuerst die Tests laufen lassen.'],
    ['es', 'No toques la carpeta vendor.'],
    ['es', 'Usa solo los paquetes del proyecto.'],
    ['es', 'Arréglalo sin tocar las pruebas.'],
    ['es', 'El nombre tiene como máximo 10 letras.'],
    ['es', 'Siempre ejecuta las pruebas antes.'],
    ['pt', 'Não altere a pasta vendor.'],
    ['pt', 'Use apenas os pacotes do projeto.'],
    ['pt', 'Corrija sem alterar os testes.'],
    ['pt', 'O nome tem no máximo 10 letras.'],
    ['pt', 'Sempre rode os testes antes.'],
    ['zh', '不要修改 vendor 文件夹。'],
    ['zh', '只用项目里的包。'],
    ['zh', '在不改测试的前提下修复它。'],
    ['zh', '名字最多 10 个字符。'],
    ['zh', '始终使用 pnpm。'],
    ['ja', 'vendor フォルダを変更しないでください。'],
    ['ja', 'プロジェクトのパッケージだけを使ってください。'],
    ['ja', 'テストを変更せずに直してください。'],
    ['ja', '名前は10文字以内にしてください。'],
    ['ja', '必ずテストを実行してください。'],
  ])('%s: %s', (_language, sentence) => {
    expect(findFirmConstraints(splitHistory(user(sentence)))).toEqual([sentence])
  })

  it.each([
    ['fr', 'Le test échoue toujours sans erreur.'],
    ['fr', 'Ajoute un filtre pour le pays.'],
    ['de', 'Der Test schlägt immer noch fehl.'],
    ['de', 'Füge einen Filter hinzu.'],
    ['es', 'La prueba siempre falla.'],
    ['es', 'Agrega un filtro por país.'],
    ['pt', 'O teste sempre falha.'],
    ['pt', 'Adicione um filtro por país.'],
    ['zh', '测试总是失败。'],
    ['zh', '加一个国家过滤器。'],
    ['ja', 'テストが常に失敗します。'],
    ['ja', '国のフィルタを追加してください。'],
  ])('are not %s: %s', (_language, sentence) => {
    expect(findFirmConstraints(splitHistory(user(sentence)))).toEqual([])
  })
})

describe('a long message', () => {
  it.each(['Do not touch the seeds.', 'Only change the settings page.', 'No new dependencies.'])(
    'lays down what it orders: %s',
    (sentence) => {
      expect(isFirm(sentence, true)).toBe(true)
    },
  )

  it.each(['The upload must not be encrypted.', 'The body should always be empty.', 'At most 10 pages.'])(
    'may describe what others laid down: %s',
    (sentence) => {
      expect(isFirm(sentence, false)).toBe(true)
      expect(isFirm(sentence, true)).toBe(false)
    },
  )
})

it('finds those that leave no choice among all that the user laid down', () => {
  const parts = splitHistory(user('Keep in mind that people edit by hand.\nDo not touch the seeds.'))
  expect(findConstraints(parts)).toHaveLength(2)
  expect(findFirmConstraints(parts)).toEqual(['Do not touch the seeds.'])
})

it.each([
  ['a message of a commit', `commit ${'0a'.repeat(20)}\n    fix: the parser\n    - `],
  ['a command at a prompt', '❯ cat notes.txt\n  '],
  ['the answer of another assistant', 'Looking at your server code, this fails:\n'],
  ['the start of a server', 'WARNING: This is a development server.\n'],
])('finds nothing in %s', (_name, before) => {
  expect(findFirmConstraints(splitHistory(user(`${before}Do not touch the seeds.`)))).toEqual([])
})

it('finds nothing between the padded lines of a screen that somebody copied', () => {
  const padded = `the plan:${' '.repeat(30)}`
  const screen = `${padded}\n  Do not touch the seeds.\n${padded}`
  expect(findFirmConstraints(splitHistory(user(`${screen}\nDo not push yet.`)))).toEqual(['Do not push yet.'])
})
