import type { ContentBlock } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import { readNestedFields, readRecordList, toTextOrNull, type Fields } from '../json/fields.ts'
import { buildImageBlock } from '../messages/blocks.ts'
import { formatTerminalText } from './format-terminal-text.ts'

/** Longer observations lose their middle, unless the configuration says otherwise. */
const mostCharacters = 30_000

/** What the model is shown of an observation of the first OpenHands; nothing where it is shown none. */
export function readOldObservationBlocks(record: Fields, isOfCall: boolean): readonly ContentBlock[] {
  const content = typeof record['content'] === 'string' ? record['content'] : ''
  const extras = readNestedFields(record, 'extras')
  switch (record['observation']) {
    case 'run': {
      const text = formatTerminalText(content, extras)
      return buildTextBlocks(cut(isOfCall ? text : `\nObserved result of command executed by user:\n${text}`))
    }
    case 'read':
      return buildTextBlocks(content)
    case 'run_ipython':
      return buildTextBlocks(cut(withoutImages(content)))
    case 'error':
      return buildTextBlocks(`${cut(content)}\n[Error occurred in processing last action]`)
    case 'user_rejected':
      return buildTextBlocks(`OBSERVATION:\n${cut(content)}\n[Last action has been rejected by the user]`)
    case 'delegate':
      return buildTextBlocks(cut(toTextOrNull(readNestedFields(extras, 'outputs')['content']) ?? content))
    case 'recall':
      return buildRecalledBlocks(extras)
    case 'loop_detection':
      return []
    case 'browse':
    case 'browse_interactive': {
      const image = toTextOrNull(extras['set_of_marks']) ?? toTextOrNull(extras['screenshot'])
      return [...buildTextBlocks(content), ...(image === null ? [] : [buildImageBlock(image)])]
    }
    default:
      return buildTextBlocks(cut(content))
  }
}

function buildTextBlocks(text: string): readonly ContentBlock[] {
  return [{ type: 'text', text }]
}

function cut(text: string): string {
  if (text.length <= mostCharacters) return text
  const half = mostCharacters / 2
  return `${text.slice(0, half)}\n[... Observation truncated due to length ...]\n${text.slice(-half)}`
}

function withoutImages(text: string): string {
  return text
    .split('\n')
    .map((line) =>
      line.includes('![image](data:image/png;base64,')
        ? '![image](data:image/png;base64, ...) already displayed to user'
        : line,
    )
    .join('\n')
}

/** What was remembered of the workspace and of keywords. The words around it depend on the version and are not recorded. */
function buildRecalledBlocks(extras: Fields): readonly ContentBlock[] {
  const texts = [
    describeRepository(extras),
    toTextOrNull(extras['repo_instructions']),
    toTextOrNull(extras['conversation_instructions']),
    toTextOrNull(extras['additional_agent_instructions']),
    toTextOrNull(extras['date']) === null ? null : `Today's date is ${toSafeString(extras['date'])}`,
  ].filter((text) => text !== null)
  const knowledge = extras['microagent_knowledge']
  const agents = readRecordList(knowledge)
  return [
    ...(texts.length === 0 ? [] : buildTextBlocks(texts.join('\n\n'))),
    ...(agents.length === 0 ? [] : buildTextBlocks(agents.map(describeMicroagent).join('\n'))),
  ]
}

function describeRepository(extras: Fields): string | null {
  const name = toTextOrNull(extras['repo_name'])
  return name === null ? null : `${name} in ${toTextOrNull(extras['repo_directory']) ?? ''}`
}

function describeMicroagent({ trigger, content }: Fields): string {
  return `<EXTRA_INFO>\nThe following information has been included based on a keyword match for "${toTextOrNull(trigger) ?? ''}".\n${toTextOrNull(content) ?? ''}\n</EXTRA_INFO>`
}
