import type { AgentAdvice } from '../../../shared/domain/agent-advice.ts'
import type { Answer } from '../../../shared/domain/answer.ts'
import {
  describeAgentAdvice,
  formatAgentLine,
  describeAgentLine,
  describeAgentTasks,
} from '../../../shared/words/agent-advice.ts'
import { CopyTextButton } from '../../components/copy-text-button.tsx'
import { SectionHead } from '../../components/section-head.tsx'
import { TextWithCode } from '../../components/text-with-code.tsx'
import { UseArmButton } from '../use/use-arm.tsx'
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
