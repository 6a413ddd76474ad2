import { describe, expect, it } from 'vitest'
import { createRedactor } from './create-redactor.ts'

function redact(...texts: readonly string[]): readonly string[] {
  const redactor = createRedactor({ texts, keptWords: new Set() })
  return texts.map((text) => redactor.clean(text))
}

describe('paths', () => {
  it.each([
    ['read /home/jdoe/work/app/src/a.ts first', 'read <path-1> first'],
    ['in "/home/jdoe/My Files/a b.txt", line 3', 'in "<path-1>", line 3'],
    ['/Users/jdoe/Library', '<path-1>'],
    ['/Users/John Smith/Library', '<path-1>'],
    ['/home/jdoe', '<path-1>'],
    ['(see /root/.ssh/id_rsa)', '(see <path-1>)'],
    ['in /root, there', 'in <path-1>, there'],
    [String.raw`open C:\Users\jdoe\notes.txt.`, 'open <path-1>.'],
    [String.raw`open C:\Users\John Smith\My Documents\notes.txt now`, 'open <path-1> now'],
    [String.raw`"cwd":"C:\\Users\\jdoe\\app"`, '"cwd":"<path-1>"'],
    ['c:/Users/jdoe/app/x.ts:12', '<path-1>:12'],
    [String.raw`\\server\share\jdoe\x`, '<path-1>'],
    [String.raw`{\"p\":\"\\\\server\\share\\x\"}`, String.raw`{\"p\":\"<path-1>\"}`],
    [String.raw`\\?\C:\Users\jdoe\x`, '<path-1>'],
    [String.raw`\\wsl.localhost\Ubuntu\home\jdoe\x`, '<path-1>'],
    ['//server/share/jdoe', '<path-1>'],
    ['~/notes/x.md and ~jdoe/x', '<path-1> and <path-2>'],
    ['file:///home/jdoe/x.ts', '<path-1>'],
    ['file:///C:/Users/jdoe/x.ts', '<path-1>'],
    ['file:///c%3A/Users/jdoe/x.ts', '<path-1>'],
    ['/mnt/c/Users/jdoe/x', '<path-1>'],
    ['/c/Users/jdoe/x', '<path-1>'],
    ['%2Fhome%2Fjdoe%2Fx', '<path-1>'],
    [String.raw`\/home\/jdoe\/x`, '<path-1>'],
    [String.raw`first\n/home/jdoe/x`, String.raw`first\n<path-1>`],
    [String.raw`first\nC:\Users\jdoe\x`, String.raw`first\n<path-1>`],
    ['-I/home/jdoe/include', '-I<path-1>'],
    ['PATH=/usr/local/bin:/home/jdoe/bin', 'PATH=<path-1>:<path-2>'],
    ['vscode-remote://wsl+ubuntu/home/jdoe/x', 'vscode-remote://wsl+ubuntu<path-1>'],
    ['~/.claude/projects/-home-jdoe-app', '<path-1>'],
    ['in -Users-jdoe-code-app', 'in <path-1>'],
    ['\u001b[32m/home/jdoe/x', '\u001b[32m<path-1>'],
    ['{"cwd":"/home/jdoe/x"}', '{"cwd":"<path-1>"}'],
    ['tasks: [/srv/tasks/one]', 'tasks: [<path-1>]'],
  ])('in %s are replaced', (text, expected) => {
    expect(redact(text)).toEqual([expected])
  })

  it.each([
    'src/home/components/x.ts',
    './tasks/*',
    '../lib/a.ts',
    'and/or, 3/4, n/a',
    'https://example.org/docs/page',
    '</div>',
    '// a comment',
    'ratio a/b',
    '@scope/package',
    'C: drive',
  ])('%s is none', (text) => {
    expect(redact(text)).toEqual([text])
  })

  it('has the same placeholder in every spelling', () => {
    const spellings = [
      String.raw`C:\Users\jdoe\x`,
      String.raw`C:\\Users\\jdoe\\x`,
      'c:/Users/jdoe/x',
      'file:///C:/Users/jdoe/x',
      '/mnt/c/Users/jdoe/x',
      '/c/Users/jdoe/x',
    ]
    expect(redact(...spellings)).toEqual(spellings.map(() => '<path-1>'))
  })
})

describe('user names', () => {
  it.each([
    [
      '/home/jdoe/x',
      'by jdoe, jdoe-laptop, JDOE and jdoe_2',
      'by <user-1>, <user-1>-laptop, <user-1> and <user-1>_2',
    ],
    [String.raw`C:\Users\John Smith\x`, 'John Smith wrote', '<user-1> wrote'],
    ['-Users-mjones-app', 'mjones said', '<user-1> said'],
    ['/home/jörg/x', 'jörg', '<user-1>'],
  ])('of %s are replaced where they stand alone', (path, text, expected) => {
    expect(redact(path, text)[1]).toBe(expected)
  })

  it.each([
    ['inside a longer word', '/home/jdoe/x', 'jdoes'],
    ['that every machine has', '/home/user/x', 'the user asked'],
    ['that stands for any', '/home/.../x, /home/${name}/y', 'and so on ... ${name}'],
    ['of two letters', '/home/ab/x', 'ab'],
    ['of a folder deep in a project', '/srv/www/app/src/web/home/components/x', 'components'],
  ])('%s stay', (_, path, text) => {
    expect(redact(path, text)[1]).toBe(text)
  })
})

describe('addresses', () => {
  it.each([
    ['mail Jane.Doe+x@mail.example.org!', 'mail <email-1>!'],
    ['a@b.io and A@b.io', '<email-1> and <email-1>'],
    ['jane%40example.org', '<email-1>'],
    ['host 192.168.7.12:80', 'host <address-1>:80'],
  ])('in %s are replaced', (text, expected) => {
    expect(redact(text)).toEqual([expected])
  })

  it.each(['0ac0ffee@40', 'react@18.2.0', '127.0.0.1', 'v1.2.3', 'short@2'])('%s is none', (text) => {
    expect(redact(text)).toEqual([text])
  })
})

describe('keys', () => {
  it.each([
    ['sk-ant-api03-abcDEF123456', '<key-1>'],
    ['key AKIAIOSFODNN7EXAMPLE.', 'key <key-1>.'],
    ['ghp_abcdefghijklmnopqrstuvwxyz012345', '<key-1>'],
    ['xoxb-1234-abcdEFGH', '<key-1>'],
    ['AIzaSyA1234567890abcdefghijklmnopqrstu', '<key-1>'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', '<key-1>'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', '<key-1>'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE cut off', '<key-1>'],
    ['Authorization: Bearer abc.def', 'Authorization: Bearer <key-1>'],
    ['"Authorization": "Basic dXNlcjpwYXNz"', '"Authorization": "Basic <key-1>"'],
    ['SG.abcdefghij.klmnopqrst', '<key-1>'],
    ['sent as bearer abcdefgh', 'sent as bearer <key-1>'],
    ["pwd: 'two words'", "pwd: '<key-1>'"],
    ['password=hunter2', 'password=<key-1>'],
    ['DB_PASSWORD: "correct horse battery"', 'DB_PASSWORD: "<key-1>"'],
    [String.raw`{\"apiKey\": \"abc-123\"}`, String.raw`{\"apiKey\": \"<key-1>\"}`],
    ['postgres://app:s3cr3t@db/main', 'postgres://<key-1>@db/main'],
    ['https://hooks.slack.com/services/T000/B000/XXXX', 'https://hooks.slack.com/services/<key-1>'],
    ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY', '<key-1>'],
    ['9f86d081884c7d659a2feaa0c55ad015', '<key-1>'],
    ['curl --token abcdef', 'curl --token <key-1>'],
  ])('like %s are replaced', (text, expected) => {
    expect(redact(text)).toEqual([expected])
  })

  it.each([
    'maxTokens: 4096',
    'token: 12',
    'password: ${DB_PASSWORD}',
    'targetTokens=30000',
    'src/main/features/reports/compute/document/build-report.ts',
    'getUserByEmailAndPasswordOrCreate',
    'the basic information of a bearer',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'prompt-v6-balanced-2026-11-20-longer-name',
  ])('%s is none', (text) => {
    expect(redact(text)).toEqual([text])
  })
})

it('cleans a long hostile text at once', () => {
  const long = [
    '/',
    '\\',
    'a/',
    '"/a b',
    'x@',
    '%2F',
    '~',
    'C:\\a ',
    '://',
    '-home-',
    'token:',
    'a.',
    '/a',
    '"/a/',
    'A1b2/',
    "'C:/a ",
  ].map((piece) => piece.repeat(30_000))
  expect(redact(...long)).toHaveLength(long.length)
})
