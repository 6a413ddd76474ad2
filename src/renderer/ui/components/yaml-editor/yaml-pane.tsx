import type { ReactNode } from 'react'
import type { ExperimentIssue } from '../../../../shared/experiments/experiment-file-types.ts'
import { Block, Fill, Inline, List, Row } from '../../layout/layout.tsx'
import { CodeView } from '../code/code-view.tsx'
import type { Complete } from '../code/yaml-completion.ts'
import type { TextDraft } from './use-text-draft.ts'

type YamlPaneProps = {
  readonly label: string
  readonly draft: TextDraft
  readonly issues: readonly ExperimentIssue[]
  readonly complete: Complete
  /** What stands below the text and its faults. */
  readonly children?: ReactNode
}

/** A file as YAML, with what can be written at each place, and what is wrong at which line. */
export function YamlPane({ label, draft, issues, complete, children }: YamlPaneProps) {
  return (
    <Fill component="section" h="100%" aria-label={label}>
      <Block flex={1} mih={0}>
        <CodeView
          value={draft.text}
          revision={draft.revision}
          language="yaml"
          label={label}
          onChange={draft.changeText}
          markers={issues}
          complete={complete}
        />
      </Block>
      {issues.length > 0 && (
        <List flex="none" mah={160} py={6} px="md" scroll line="top" fz="xs" aria-label="What is wrong">
          {issues.map(({ message, path, line }, index) => (
            <Row key={index} component="li" align="baseline">
              <Inline flex="none" miw={72} c="dimmed">
                {line > 0 ? `line ${line}` : 'file'}
              </Inline>
              <Inline tone="bad">
                {path !== '' && `${path}: `}
                {message}
              </Inline>
            </Row>
          ))}
        </List>
      )}
      {children}
    </Fill>
  )
}
