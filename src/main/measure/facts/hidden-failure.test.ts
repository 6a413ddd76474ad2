import { describe, expect, it } from 'vitest'
import { hidesFailure, isServer } from './hidden-failure.ts'

const traceback = `Traceback (most recent call last):
  File "a.py", line 1, in <module>
    import nothing
ModuleNotFoundError: No module named 'nothing'`

describe('a pipe', () => {
  it.each([
    ['npm run capture 2>&1 | head -50', 'npm error Missing script: "capture"\nnpm error'],
    ['cd web && npm run build 2>&1 | tail -5', 'npm ERR! code ELIFECYCLE'],
    ['CI=1 timeout 60 npx tsc --noEmit | grep src', 'src/a.ts(3,5): error TS2304: Cannot find name "b".'],
    ['npx vitest run | tail -4', '\u001B[2m Test Files \u001B[22m 1 failed | 2 passed (3)'],
    [
      'npx vitest run | tail -4',
      ' Test Files  1 failed | 2 passed (3)\n      Tests  2 failed | 9 passed (11)',
    ],
    ['yarn jest | tail -4', 'Tests:       1 failed, 20 passed, 21 total'],
    ['bun run test 2>&1 | tail -5', ' 12 pass\n 3 fail\nRan 15 tests'],
    ['npx eslint . | tail', '✖ 12 problems (3 errors, 9 warnings)'],
    ['pytest -q | tail -3', '2 failed, 10 passed in 3.21s'],
    ['python -m pytest | tail -3', '===== 1 failed, 3 passed in 0.12s ====='],
    ['python manage.py test | tail', 'FAILED (failures=1)'],
    ['python3 a.py 2>&1 | head', traceback],
    ['cargo build 2>&1 | tail -3', 'error: could not compile `a` (bin "a") due to 1 previous error'],
    ['go test ./... | tee log', '--- FAIL: TestA (0.00s)'],
    ['go build ./... 2>&1 | head', '# a/b\nb/c.go:1:2: undefined: strategy'],
    ['git push 2>&1 | tail -2', 'fatal: The current branch x has no upstream branch.'],
    ['pnpm test | cat', 'sh: 1: pnpm: not found'],
    ['make all | tail', 'make: *** [Makefile:3: all] Error 2'],
    ['mise run test 2>&1 | tail -20', 'FAIL\tentire.io/cli/cmd/entire [build failed]'],
  ])('hides the failure of %s', (command, output) => {
    expect(hidesFailure(command, output)).toBe(true)
  })

  it.each([
    ['what went well', 'npm test | tail -3', 'Tests:       21 passed, 21 total'],
    ['no pipe', 'npm run capture', 'npm error Missing script'],
    ['a pipe in quotes', 'npm test -- --grep "a | b"', 'npm error Missing script'],
    ['another way of going on', 'npm test || true', 'npm error Missing script'],
    ['a pipe that tells', 'set -o pipefail; npm test | tail', 'npm error Missing script'],
    ['what shows logs', 'cat npm.log | tail', 'npm error Missing script'],
    ['what looks for failures', 'grep -rn "fatal: " src | head', 'fatal: no'],
    ['a history', 'git log -5 | cat', 'fatal: no'],
    ['logs of others', 'docker logs web | tail', traceback],
    ['who goes on after an error', 'python3 a.py | tail', `${traceback}\nretrying\ndone`],
    ['several programs in a row', 'go test | tail -1; go test | tail -1', 'FAIL\nok'],
    ['what the output is given to', 'npm ls | xargs -n1 node check.js', 'npm error no'],
    ['words in the middle of a line', 'npm test | tail', 'it says "npm error" and "Tests: 1 failed"'],
    ['warnings', 'npx eslint . | tail', '✖ 9 problems (0 errors, 9 warnings)'],
    ['zero failures', 'bun test | tail', ' 12 pass\n 0 fail'],
    ['a text of its own', 'npm test <<EOF | tail\nx\nEOF', 'npm error no'],
  ])('is not said to hide anything of %s', (_what, command, output) => {
    expect(hidesFailure(command, output)).toBe(false)
  })
})

describe('a server', () => {
  it.each([
    'npm start',
    'npm start &',
    'npm run dev 2>&1 | head -20',
    'cd web && pnpm dev',
    'npx vitest --watch',
    'python -m http.server 8000',
    'npx vite',
    './run.sh &',
  ])('is %s', (command) => {
    expect(isServer(command)).toBe(true)
  })

  it.each([
    'npm test',
    'npm run start-check',
    'npx vite build',
    'make all && echo done',
    'git watch-log',
    'npm run dev-build',
  ])('is not %s', (command) => {
    expect(isServer(command)).toBe(false)
  })
})
