import { describe, expect, it } from 'vitest'
import type { Act } from './act.ts'
import { readCommandActs } from './read-command-acts.ts'

const listed = (acts: readonly Act[]): string[] =>
  acts.map((act) =>
    act.kind === 'move' ? `${act.path} -> ${act.to}` : act.kind === 'command' ? '?' : act.path,
  )

describe('a command', () => {
  it.each<[string, string, string[]]>([
    ['removes what it names', 'rm a.ts b.ts', ['a.ts', 'b.ts']],
    ['removes with flags', 'rm -rf -- dist', ['dist']],
    ['removes a quoted path', `rm "a b.ts" 'c d.ts'`, ['a b.ts', 'c d.ts']],
    ['removes with git', 'git rm -r old', ['old']],
    ['removes in PowerShell', 'Remove-Item -Path docs\\old.md -Force', ['docs\\old.md']],
    ['removes through another shell', 'powershell -c "Remove-Item a.md"', ['a.md']],
    ['removes after other commands', 'npm test && rm a.ts; ls\nrm b.ts', ['a.ts', 'b.ts']],
    ['removes and throws its output away', 'rm a.ts 2>/dev/null && ls', ['a.ts']],
    ['moves to another name', 'mv -f a.ts src/b.ts', ['a.ts -> src/b.ts']],
    ['moves into a folder', 'mv lib/a.ts src/', ['lib/a.ts -> src/a.ts']],
    [
      'moves to where it stands',
      'mv src/a.ts . && git mv old/b.ts ./',
      ['src/a.ts -> a.ts', 'old/b.ts -> b.ts'],
    ],
    ['moves up', 'mv src/dir/ ..', ['src/dir/ -> ../dir']],
    ['moves several files', 'mv a.ts lib/b.ts src', ['a.ts -> src/a.ts', 'lib/b.ts -> src/b.ts']],
    ['moves into a folder in PowerShell', 'Move-Item -Path a.ts docs\\', ['a.ts -> docs\\a.ts']],
    ['shows a file', 'cat -n a.ts b.ts', ['a.ts', 'b.ts']],
    ['shows a file in a pipe', 'cd src && nl -ba a.ts | grep x', ['a.ts']],
    [
      'shows lines of a file',
      "sed -n '10,40p' a.ts; head -n 20 b.ts; tail -5 c.ts",
      ['a.ts', 'b.ts', 'c.ts'],
    ],
    ['shows a file in PowerShell', 'Get-Content -Path a.ts -Raw', ['a.ts']],
    ['moves with git', 'git mv a.ts b.ts', ['a.ts -> b.ts']],
  ])('%s', (_name, command, expected) => {
    expect(listed(readCommandActs(command))).toEqual(expected)
  })

  it.each([
    ['removes what a pattern matches', 'rm *.ts'],
    ['removes what a variable holds', 'rm $FILE "$HOME/a"'],
    ['removes only where another one failed', 'make || rm a.ts'],
    ['is fed from a pipe', 'ls | rm a.ts'],
    ['takes only the index along', 'git rm --cached a.ts'],
    ['writes a file with a here-document', "cat <<'EOF' > a.sh\nrm a.ts\nEOF"],
    ['speaks of a removal', 'git commit -m "rm a.ts; mv b c"'],
    ['moves nowhere', 'mv a.ts'],
    ['has a flag that nobody here knows', 'Remove-Item -Filter a.ts b'],
    ['shows what a pattern matches', 'cat *.ts'],
    ['changes lines', "sed -i 's/a/b/' a.ts"],
    ['writes what it is given', 'cat > a.ts'],
    ['is longer than anybody types', `echo ${'x'.repeat(10_000)} && rm a.ts`],
    ['is none', ''],
  ])('says nothing for certain where it %s', (_name, command) => {
    expect(readCommandActs(command)).toEqual([])
  })
})
