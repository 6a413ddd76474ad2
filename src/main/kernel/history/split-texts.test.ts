import { expect, it } from 'vitest'
import { readElementText, splitAssistantText } from './split-assistant-text.ts'
import { describeFileRange, isErrorText, splitResultBody } from './split-result-body.ts'
import { splitUserText } from './split-user-text.ts'

type Segment = ReturnType<typeof splitAssistantText>[number]
/** A segment as `kind tool path [range] !error ~header: text`. */
const show =
  (text: string) =>
  ({ start, end, kind, toolName, path, lineRange, isError, isHeader }: Segment): string =>
    [
      kind,
      ...[toolName, path, lineRange === undefined ? undefined : `[${lineRange}]`].filter(
        (word) => word !== undefined,
      ),
      ...(isError === true ? ['!error'] : []),
      ...(isHeader === true ? ['~header'] : []),
    ].join(' ') + `: ${text.slice(start, end).replaceAll('\n', '|')}`

it.each<[string, readonly string[]]>([
  ['plain < words', ['assistant-text: plain < words']],
  ['<thinking>never closed', ['assistant-text: <thinking>never closed']],
  ['<thinking>a</thinking>b', ['reasoning: <thinking>a</thinking>', 'assistant-text: b']],
  ['<read_file>words</read_file>', ['tool-call read_file [words]: <read_file>words</read_file>']],
  ['<read_file>words', ['assistant-text: <read_file>words']],
  ['<read_file><path>a', ['tool-call read_file [<path>a]: <read_file><path>a']],
  ['<my_tool><x>1</x></my_tool>', ['tool-call my_tool: <my_tool><x>1</x></my_tool>']],
  ['<my_tool>plain</my_tool>', ['assistant-text: <my_tool>plain</my_tool>']],
  ['<my_tool><x>1</x>', ['assistant-text: <my_tool><x>1</x>']],
  ['<b><x>1</x></b>', ['assistant-text: <b><x>1</x></b>']],
  [
    '<read_file><path>a</path><start_line>3</start_line></read_file>',
    [
      'tool-call read_file a [<start_line>3</start_line>]: <read_file><path>a</path><start_line>3</start_line></read_file>',
    ],
  ],
  [
    '<use_mcp_tool><server_name>s</server_name><tool_name>t</tool_name><arguments>{"path":"a"}</arguments></use_mcp_tool>',
    [
      'tool-call mcp--s--t a [{"path":"a"}]: <use_mcp_tool><server_name>s</server_name><tool_name>t</tool_name><arguments>{"path":"a"}</arguments></use_mcp_tool>',
    ],
  ],
  [
    '<use_mcp_tool><server_name>s</server_name></use_mcp_tool>',
    ['tool-call use_mcp_tool: <use_mcp_tool><server_name>s</server_name></use_mcp_tool>'],
  ],
])('what an assistant wrote is split: %s', (text, expected) => {
  expect(splitAssistantText(text).map(show(text))).toEqual(expected)
})

it.each<[string, readonly string[]]>([
  ['hello', ['user-text: hello']],
  ['[read it later] Result', ['user-text: [read it later] Result']],
  [
    "[read_file for 'a.ts'] Result:\nbody",
    ["tool-result read_file ~header: [read_file for 'a.ts'] Result:|", 'tool-result read_file a.ts: body'],
  ],
  ["[read_file for 'a.ts'] Result:\n ", ["tool-result read_file ~header: [read_file for 'a.ts'] Result:| "]],
  [
    "[execute_command for 'ls'] Result:out",
    [
      "tool-result execute_command ~header: [execute_command for 'ls'] Result:",
      'tool-result execute_command: out',
    ],
  ],
  ['[ERROR] You did not use a tool', ['tool-result !error ~header: [ERROR] You did not use a tool']],
  [
    'Tool [read_file] was not executed because',
    ['tool-result !error ~header: Tool [read_file] was not executed because'],
  ],
])('what stands in a message of the user is split: %s', (text, expected) => {
  expect(splitUserText(text).segments.map(show(text))).toEqual(expected)
})

it('waits for the body of a header, unless a person speaks', () => {
  const { pendingHeader } = splitUserText("[read_file for 'a.ts'] Result:")
  expect(pendingHeader).toMatchObject({ toolName: 'read_file', path: 'a.ts' })
  const inBody = (text: string): readonly string[] =>
    splitUserText(text, pendingHeader).segments.map(show(text))
  expect(inBody('body')).toEqual(['tool-result read_file a.ts: body'])
  expect(inBody('<task>x</task>')).toEqual(['user-text: <task>x</task>'])
  expect(inBody(' New instructions for task continuation: x')).toEqual([
    'user-text:  New instructions for task continuation: x',
  ])
  expect(splitUserText("[read_file for 'undefined'] Result:").pendingHeader).not.toHaveProperty('path')
  expect(splitUserText(' --- Content from referenced files --- ')).toEqual({
    segments: [],
    opensReferences: true,
  })
})

const splitBody = (text: string, toolName: string, askedRange?: string): readonly string[] =>
  splitResultBody(text, 0, text.length, { toolName, path: 'a.ts' }, askedRange).map(show(text))
it.each<[string, string, string | undefined, readonly string[]]>([
  ['<error>no', 'read_file', undefined, ['tool-result read_file a.ts !error: <error>no']],
  ['Error: no', 'execute_command', undefined, ['tool-result execute_command !error: Error: no']],
  ['fine, Error: later', 'execute_command', undefined, ['tool-result execute_command: fine, Error: later']],
  ['body', 'read_file', '3-5', ['tool-result read_file a.ts [3-5]: body']],
  [
    '<file><path>b</path>x</file>\n<file><path>c</path>y',
    'read_file',
    undefined,
    [
      'tool-result read_file b: <file><path>b</path>x</file>',
      'tool-result read_file ~header: |',
      'tool-result read_file c: <file><path>c</path>y',
    ],
  ],
  ['<file><path>b', 'read_file', undefined, ['tool-result read_file a.ts: <file><path>b']],
  [
    '<file><path>b</path><content lines="1-9">IMPORTANT: File content truncated</content></file>',
    'read_file',
    undefined,
    [
      'tool-result read_file b [1-9]: <file><path>b</path><content lines="1-9">IMPORTANT: File content truncated</content></file>',
    ],
  ],
  ['<answer>yes</answer>', 'ask_followup_question', undefined, ['user-text: <answer>yes</answer>']],
  [
    'The user denied it. <feedback>no</feedback>',
    'execute_command',
    undefined,
    ['tool-result execute_command !error: The user denied it. ', 'user-text: <feedback>no</feedback>'],
  ],
  [
    'It says <feedback>no</feedback>',
    'execute_command',
    undefined,
    ['tool-result execute_command: It says <feedback>no</feedback>'],
  ],
])('the body of a result is split: %s of %s', (text, toolName, askedRange, expected) => {
  expect(splitBody(text, toolName, askedRange)).toEqual(expected)
})

it('knows a range, an error and an element', () => {
  const cut = '<notice>Showing only 9 lines'
  expect([
    describeFileRange('all'),
    describeFileRange('all', '1-2'),
    describeFileRange('all', '1-2', '1-1'),
    describeFileRange('all', undefined, '1-1'),
    describeFileRange(cut),
    describeFileRange(cut, undefined, '1-9'),
  ]).toEqual([
    {},
    { lineRange: '1-2' },
    { lineRange: '1-1' },
    {},
    { lineRange: 'truncated' },
    { lineRange: '1-9' },
  ])
  expect(isErrorText('xError: y', 1, 9)).toBe(true)
  expect(isErrorText('Error: y', 1, 8)).toBe(false)
  const text = '<a> x </a><b></b><c>open'
  expect(['a', 'b', 'c', 'd'].map((tag) => readElementText(text, 0, text.length, tag))).toEqual([
    'x',
    undefined,
    undefined,
    undefined,
  ])
})
