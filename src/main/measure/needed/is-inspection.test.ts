import { expect, it } from 'vitest'
import { isInspection } from './is-inspection.ts'

it.each([
  ['git diff cmd/resume.go', true],
  ['cd /repo && rg -n "a > b" src | head -20', true],
  ['grep -rn foo . 2>/dev/null', true],
  ['workmux add --help', true],
  ['git status --short', false],
  ['git diff --check', false],
  ['git diff --stat HEAD~1 | tail -3', false],
  ['git --no-pager diff --name-only', false],
  ['git show --stat HEAD', true],
  ['go build ./...', false],
  ['git reset HEAD', false],
  ['cat a.ts > b.ts', false],
  ['find . -name x -delete', false],
  ['echo `rm -rf x`', false],
  ['cat <<EOF', false],
  ['', false],
])('tells of %j whether it only shows something: %s', (command, expected) =>
  expect(isInspection(command)).toBe(expected),
)
