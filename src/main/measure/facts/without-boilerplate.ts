/**
 * What a person wrote of a user message: without the elements, sections and notices that agents put into it (reminders,
 * environment, rules of the project, file contents, texts of commands and skills, errors about tool use).
 */
export function withoutBoilerplate(text: string): string {
  if (compaction.test(text)) return ''
  if (automatic.test(text)) return readQuotedWords(text)
  const words = withoutElements(withoutSections(text)).replaceAll(notices, '\n').trim()
  return automatic.test(words) ? readQuotedWords(words) : words
}

/** Messages that agents write in the user's place. What they quote of the user stands in an element. */
const automatic = new RegExp(
  `^\\s*(?:${[
    String.raw`\[(?:ERROR|NOTE|\[NOTE|TASK RESUMPTION|SYSTEM|Continue assisting)`,
    'Caveat: The messages below',
    'You did not use a tool|You seem to be having trouble proceeding',
    '# Reminder: Instructions for Tool Use',
    '# AGENTS\\.md instructions|# \\.(?:clinerules|cursorrules|windsurfrules|clineignore|roorules)',
    '<(?:objective|execution_context|process)>',
    'Implement the following plan:|Base directory for this skill:|Operation stopped by hook:',
    'Stop hook feedback:|PreToolUse:|PostToolUse:|UserPromptSubmit ',
    'Your task is to create a detailed summary of the conversation|You are performing a CONTEXT CHECKPOINT',
    'Summarize this session for continuation|Generate a new <state_snapshot>|Critically evaluate the <state',
    'Generate a file named AGENTS\\.md that serves',
    'Please analyze this codebase and create an? |`?Please analyze this codebase and create',
    'Recently accessed file|Generate a title for this conversation|Continue if you have next steps',
    'The user has accepted the condensed conversation|The user (?:interrupted|switched|denied|made the following)',
    '\\[\\w+\\(\\{|Tool \\[|Tool result:|Missing value for required parameter|The tool execution failed',
    'You are a code reviewer\\. Your job is to review',
    '<system_notification>',
    'Verify th(?:is|ese) issues? exists? and fix (?:it|them)',
    'New files and edits may have|Another language model started to solve',
  ].join('|')})`,
)

/** Words for whoever summarises, and not for the task. */
const compaction = /<command-name>\/compact<\/command-name>/

const quoting = /<(\/?)(feedback|user_message|answer|task)>/g

function readQuotedWords(text: string): string {
  const words: string[] = []
  let open: { readonly name: string; readonly from: number } | undefined
  for (const { index, 0: whole, 1: slash, 2: name = '' } of text.matchAll(quoting)) {
    if (open === undefined && slash === '') open = { name, from: index + whole.length }
    else if (open?.name === name && slash === '/') {
      words.push(text.slice(open.from, index))
      open = undefined
    }
  }
  return words.join('\n')
}

const notices =
  /^[ \t]*(?:\(This is an automated message|\[Request interrupted|\[Image[ :#]|\[The user has switched to|\(The user did not provide a new message)[^\n]*$|<user_query>(?:Briefly inform the user about the task result|The beginning of the above subagent result)[^<]*<\/user_query>|New instructions for task continuation:|^New message to respond to with plan_mode_respond[^\n]*$|^(?:Please c|C)ontinue the conversation from where (?:we|it) left[^\n]*$|^(?:Implement (?=[^\n]*\battached for your reference\b)|(?:To-do's from the plan|These to-dos) have already been created\.)[^\n]*$/gm

/** Reminders about a list of tasks reach to the end of the block that agents put them into. */
const section =
  /^[ \t]*(?:# task_progress\b|#? ?TODO LIST (?:UPDATE|CREATION|RECOMMENDED)|# Reminder: Instructions for Tool Use|# Next Steps\s+If you have completed the user's task)|^--- (?:Context from:|Content from referenced files) /m

function withoutSections(text: string): string {
  const start = text.search(section)
  return start < 0 ? text : text.slice(0, start)
}

/** Elements that agents write; others are the user's own mark-up. */
const ofAgents =
  /^(?:INSTRUCTIONS|permissions|skills?|tools|files|command|cwd|objective|process|system|local-command-\w+|bash-(?:input|std\w+)|command-(?:name|message|contents)|ide_\w+|sql_tables|available_\w+|system[_-]\w+|hook_\w+|[\w:-]*user-prompt-submit-\w+|\w+[_-](?:instructions|context|details|reminder|caveat|notice|results?|output|content|notification|diagnostics|state|spec|mode|switch|aborted|datetime|snapshot|files?|diff|commit|info|environment|tree|rules|memory))$/
const tag = /<(\/?)([A-Za-z][\w:.-]*)(?:\s[^<>\n]{0,300})?>/g

/** Takes the elements of agents out, with all that is in them. One pass: the text may be hostile. */
function withoutElements(text: string): string {
  if (!text.includes('</')) return text
  const tags = [...text.matchAll(tag)].filter(([, , name = '']) => ofAgents.test(name))
  const closings = new Map<string, number>()
  for (const [, slash, name = ''] of tags) {
    if (slash === '/') closings.set(name, (closings.get(name) ?? 0) + 1)
  }
  const kept: string[] = []
  let at = 0
  let open: { readonly name: string; readonly depth: number } | undefined
  for (const { index, 0: whole, 1: slash, 2: name = '' } of tags) {
    const left = closings.get(name) ?? 0
    if (slash === '/') closings.set(name, left - 1)
    if (open === undefined) {
      if (slash === '/' || left === 0 || !startsLine(text, index)) continue
      kept.push(text.slice(at, index))
      open = { name, depth: 1 }
    } else if (name === open.name) {
      // A tag that is only mentioned inside has no closing one left for it.
      const depth = slash === '/' ? open.depth - 1 : Math.min(open.depth + 1, left)
      open = depth === 0 ? undefined : { name, depth }
      if (depth === 0) at = index + whole.length
    }
  }
  return [...kept, text.slice(at)].join('\n')
}

/** A tag within a sentence is what somebody writes about. */
function startsLine(text: string, index: number): boolean {
  const before = text.slice(Math.max(0, index - 40), index).trimEnd()
  return before === '' || before.endsWith('>') || /\n[ \t]*$/.test(text.slice(Math.max(0, index - 40), index))
}
