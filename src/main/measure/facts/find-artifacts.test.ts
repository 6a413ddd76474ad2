import { describe, expect, it } from 'vitest'
import type { Message } from '../../../shared/kernel/message.ts'
import { splitHistory } from '../../kernel/history/split-parts.ts'
import { answer, call } from '../../kernel/testing/small-histories.ts'
import { findArtifacts } from './find-artifacts.ts'
import { readShellWrites } from './read-shell-writes.ts'

const changed = (messages: readonly Message[]): readonly string[] =>
  findArtifacts(splitHistory(messages)).changedFiles
const native = (name: string, input: Record<string, unknown>): Message[] => [
  call('1', name, input),
  answer('1', 'ok'),
]
const xml = (text: string): Message[] => [{ role: 'assistant', content: text }]
const patch = [
  '*** Begin Patch',
  '*** Update File: a/up.ts',
  '*** Add File: a/new file.ts',
  '*** Update File: a/old.ts',
  '*** Move to: a/moved.ts',
  '*** End Patch',
].join('\n')
const patched = ['a/up.ts', 'a/new file.ts', 'a/moved.ts']

describe('changed files of a native call', () => {
  it.each<[string, Record<string, unknown>, string[]]>([
    ['apply_diff', { files: [{ path: 'a' }, { path: 'b' }] }, ['a', 'b']],
    ['apply_diff', { args: { file: [{ path: 'a' }, { path: 'b' }] } }, ['a', 'b']],
    ['apply_patch', { input: patch }, patched],
    ['apply_patch', { patch }, patched],
    ['shell', { command: ['apply_patch', patch] }, patched],
    ['shell', { command: `apply_patch <<'EOF'\n${patch}\nEOF` }, patched],
    ['git_apply', { diff: '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-1\n+2' }, ['x.ts']],
    ['use_mcp_tool', { server_name: 's', tool_name: 'write_file', arguments: { path: 'a' } }, ['a']],
    ['use_mcp_tool', { server_name: 's', tool_name: 'write_file', arguments: '{"path":"a"}' }, ['a']],
    ['mcp__files__create_entry', { file_path: 'a' }, ['a']],
    ['mcp--quick--edit_multiple_files', { files: [{ path: 'a' }, { path: 'b' }] }, ['a', 'b']],
    ['modifyDocument', { options: { targetFile: 'a' } }, ['a']],
    ['str-replace-editor', { command: 'create', path: 'a' }, ['a']],
    ['str-replace-editor', { command: 'view', path: 'a' }, []],
    ['unheardOf', { path: 'a', contents: 'x' }, ['a']],
    ['unheardOf', { path: 'a' }, []],
    ['write_files', { files: { 'src/a.ts': '1', 'src/b.ts': '2' } }, ['src/a.ts', 'src/b.ts']],
    ['relocate_rename', { old_path: 'a', new_path: 'b' }, ['b']],
    ['run_terminal_cmd', { command: 'echo 1 > a.txt' }, ['a.txt']],
    ['local_shell', { action: { command: ['bash', '-lc', 'touch a.txt'] } }, ['a.txt']],
    [
      'python',
      { code: "with open('out.csv', 'w') as f:\n  f.write(str(1 > 2))\nopen('in.csv').read()" },
      ['out.csv'],
    ],
    ['python', { code: 'print(1)' }, []],
    ['search_files', { path: 'src' }, []],
    ['create_directory', { path: 'src' }, []],
    ['mcp__github__push_files', { files: [{ path: 'a', content: 'x' }] }, ['a']],
  ])('%s %j', (name, input, expected) => {
    expect(changed(native(name, input))).toEqual(expected)
  })

  it('are those of all steps of a series of commands, though the last one failed', () => {
    const failed = answer('1', 'Command executed in terminal.\nExit code: 1\nOutput:')
    expect(changed([call('1', 'Bash', { command: 'touch a.txt && npm test' }), failed])).toEqual(['a.txt'])
    expect(changed([call('1', 'Bash', { command: 'touch a.txt' }), failed])).toEqual([])
  })
})

describe('changed files of a call of the XML era', () => {
  it.each<[string, string, string[]]>([
    [
      'on several files',
      '<apply_diff>\n<args>\n<file>\n<path>a</path>\n<diff>\n<content>x</content>\n</diff>\n</file>\n<file>\n<path>b</path>\n</file>\n</args>\n</apply_diff>',
      ['a', 'b'],
    ],
    [
      'of an MCP server',
      '<use_mcp_tool>\n<server_name>s</server_name>\n<tool_name>save_all</tool_name>\n<arguments>\n{"files":[{"path":"a"},{"path":"b"}]}\n</arguments>\n</use_mcp_tool>',
      ['a', 'b'],
    ],
    [
      'of an unknown tool',
      '<update_document>\n<file_path>a</file_path>\n<content>x</content>\n</update_document>',
      ['a'],
    ],
    [
      'with an escaped command',
      '<execute_command>\n<command>echo 1 &gt; a.txt &amp;&amp; ls</command>\n</execute_command>',
      ['a.txt'],
    ],
    [
      'with a here-document',
      "<execute_command>\n<command>cat > a.py <<'X'\nprint(1 > 2)\nX</command>\n</execute_command>",
      ['a.py'],
    ],
  ])('%s', (_name, text, expected) => {
    expect(changed(xml(text))).toEqual(expected)
  })
})

describe('a shell line', () => {
  it.each<[string, string[], string[]]>([
    ['echo hi >> "my notes.txt"', ['my notes.txt'], []],
    ["cat <<'X' > b.txt\n> no.txt\nX\ntouch c.txt", ['b.txt', 'c.txt'], []],
    ['ls | tee -a log.txt', ['log.txt'], []],
    ["sed -i 's/a > b/c/' x.ts y.ts", ['x.ts', 'y.ts'], []],
    ["sed -i.bak -e 's/a/b/' x.ts", ['x.ts'], []],
    ["sed -n '1,5p' x.ts", [], []],
    ['mv a.ts b.ts && cp c.ts d/', ['b.ts', 'd/c.ts'], ['a.ts']],
    ['git mv "a b.ts" c.ts; git rm d.ts', ['c.ts'], ['a b.ts', 'd.ts']],
    ['npm test 2>/dev/null 2>&1 >&2', [], []],
    ['node -e "x => y" && test 3 >= 2', [], []],
    ['foo() -> bar', [], []],
    ['echo $X > $OUT', [], []],
    ["Set-Content -Path 'src\\a b.txt' -Value 'x'", ['src\\a b.txt'], []],
    ['Get-Date | Out-File log.txt -Encoding utf8', ['log.txt'], []],
    ['Move-Item -Path a.txt -Destination b.txt; Remove-Item c.txt -Force', ['b.txt'], ['a.txt', 'c.txt']],
    ['New-Item -ItemType Directory -Path out', [], []],
    ['bash -lc "echo 1 > a.txt"', ['a.txt'], []],
    ["python - <<'P'\nopen('out.csv', 'w').write('')\nP", ['out.csv'], []],
    ['cat > a.sh << \\EOF\necho 1 > no.txt\nEOF\n', ['a.sh'], []],
    ["python3 - <<'P'\np = Path('a.py')\np.write_text('x')\nP", ['a.py'], []],
    ['echo 1 >a.txt; cmd 2>errors.log', ['a.txt', 'errors.log'], []],
  ])('%s', (line, written, removed) => {
    expect(readShellWrites(line)).toEqual({ written, removed })
  })
})
