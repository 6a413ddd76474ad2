import type { ContentBlock } from '../../../shared/domain/message.ts'
import { fieldsAt, textOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { imageOf } from '../messages/blocks.ts'
import { terminalText } from './terminal-text.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** Longer observations lose their middle, unless the configuration says otherwise. */
const mostCharacters = 30_000

/** What the model is shown of an observation of the first OpenHands; nothing where it is shown none. */
export function observationBlocks(record: Fields, isOfCall: boolean): readonly ContentBlock[] {
  const content = typeof record['content'] === 'string' ? record['content'] : ''
  const extras = fieldsAt(record, 'extras')
  switch (record['observation']) {
    case 'run': {
      const text = terminalText(content, extras)
      return textBlock(cut(isOfCall ? text : `\nObserved result of command executed by user:\n${text}`))
    }
    case 'read':
      return textBlock(content)
    case 'run_ipython':
      return textBlock(cut(withoutImages(content)))
    case 'error':
      return textBlock(`${cut(content)}\n[Error occurred in processing last action]`)
    case 'user_rejected':
      return textBlock(`OBSERVATION:\n${cut(content)}\n[Last action has been rejected by the user]`)
    case 'delegate':
      return textBlock(cut(textOf(fieldsAt(extras, 'outputs')['content']) ?? content))
    case 'recall':
      return recalled(extras)
    case 'loop_detection':
      return []
    case 'browse':
    case 'browse_interactive': {
      const image = textOf(extras['set_of_marks']) ?? textOf(extras['screenshot'])
      return [...textBlock(content), ...(image === null ? [] : [imageOf(image)])]
    }
    default:
      return textBlock(cut(content))
  }
}

function textBlock(text: string): readonly ContentBlock[] {
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
function recalled(extras: Fields): readonly ContentBlock[] {
  const texts = [
    repositoryOf(extras),
    textOf(extras['repo_instructions']),
    textOf(extras['conversation_instructions']),
    textOf(extras['additional_agent_instructions']),
    textOf(extras['date']) === null ? null : `Today's date is ${stringOf(extras['date'])}`,
  ].filter((text) => text !== null)
  const knowledge = extras['microagent_knowledge']
  const agents = Array.isArray(knowledge) ? knowledge.filter(isRecord) : []
  return [
    ...(texts.length === 0 ? [] : textBlock(texts.join('\n\n'))),
    ...(agents.length === 0 ? [] : textBlock(agents.map(microagent).join('\n'))),
  ]
}

function repositoryOf(extras: Fields): string | null {
  const name = textOf(extras['repo_name'])
  return name === null ? null : `${name} in ${textOf(extras['repo_directory']) ?? ''}`
}

function microagent({ trigger, content }: Fields): string {
  return `<EXTRA_INFO>\nThe following information has been included based on a keyword match for "${textOf(trigger) ?? ''}".\n${textOf(content) ?? ''}\n</EXTRA_INFO>`
}
