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
import { UseArmButton } from '../../take-home/use-arm.tsx'
import styles from './home.module.css'

/** Where the recommendation is set in the agents that most of the tasks come from. */
export function WhereToSet({ answer }: { readonly answer: Answer }) {
  if (answer.agents.length === 0) return null
  return (
    <section aria-label="Where to set it" className={styles.set}>
      <SectionHead title="Where to set it" />
      <div className={styles.agents}>
        {answer.agents.map((advice) => (
          <AgentLines key={advice.agent} advice={advice} answer={answer} />
        ))}
      </div>
    </section>
  )
}

function AgentLines({ advice, answer }: { readonly advice: AgentAdvice; readonly answer: Answer }) {
  const line = formatAgentLine(advice)
  const own = answer.arms.find(({ id }) => id === advice.arm)
  return (
    <div className={styles.agent}>
      <h3 className={styles.agentName}>{describeAgentTasks(advice)}</h3>
      <p className={styles.agentText}>
        {describeAgentAdvice(advice, answer)} <TextWithCode text={describeAgentLine(advice)} />
      </p>
      {line !== null && (
        <div className={styles.agentLine}>
          <pre tabIndex={0}>{line}</pre>
          <CopyTextButton text={line} label="Copy" />
        </div>
      )}
      {own !== undefined && (
        <UseArmButton used={{ arm: own.id, label: own.label, target: advice.agent, at: advice.at }} />
      )}
    </div>
  )
}
