import type { AgentAdvice } from '../../../../shared/home/agent-advice-types.ts'
import {
  describeAgentAdvice,
  formatAgentLine,
  describeAgentLine,
  describeAgentTasks,
} from '../../../../shared/home/agent-advice-words.ts'
import type { Answer } from '../../../../shared/home/answer-types.ts'
import { CopyTextButton } from '../../../ui/components/copy-text-button.tsx'
import { SectionHead } from '../../../ui/components/section-head.tsx'
import { TextWithCode } from '../../../ui/components/text-with-code.tsx'
import { Block, Columns } from '../../../ui/layout/layout.tsx'
import { UseArmButton } from '../../take-home/use-arm.tsx'
import styles from './home.module.css'

/** Where the recommendation is set in the agents that most of the tasks come from. */
export function WhereToSet({ answer }: { readonly answer: Answer }) {
  if (answer.agents.length === 0) return null
  return (
    <section aria-label="Where to set it">
      <SectionHead title="Where to set it" />
      <Columns min={320} maw={1680}>
        {answer.agents.map((advice) => (
          <AgentLines key={advice.agent} advice={advice} answer={answer} />
        ))}
      </Columns>
    </section>
  )
}

function AgentLines({ advice, answer }: { readonly advice: AgentAdvice; readonly answer: Answer }) {
  const line = formatAgentLine(advice)
  const own = answer.arms.find(({ id }) => id === advice.arm)
  return (
    <Block pb="sm" px="md" fz="xs" lh="16px">
      <Block component="h3" fz="xs" fw={600}>
        {describeAgentTasks(advice)}
      </Block>
      <Block component="p" mt={2} mb="xs">
        {describeAgentAdvice(advice, answer)} <TextWithCode text={describeAgentLine(advice)} />
      </Block>
      {line !== null && (
        <div className={styles.agentLine}>
          <pre tabIndex={0}>{line}</pre>
          <CopyTextButton text={line} label="Copy" />
        </div>
      )}
      {own !== undefined && (
        <UseArmButton used={{ arm: own.id, label: own.label, target: advice.agent, at: advice.at }} />
      )}
    </Block>
  )
}
