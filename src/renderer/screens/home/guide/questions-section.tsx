import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GuideAdvice } from '../../../../shared/home/guide-advice-types.ts'
import type { GuideQuestion } from '../../../../shared/home/guide-types.ts'
import { describeQuestionBasis } from '../../../../shared/home/guide-words.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { SkeletonRows } from '../../../ui/components/skeleton-rows.tsx'
import { Block, Choice, Columns, Heading, Inline, Note, Row } from '../../../ui/layout/layout.tsx'
import { AdvicePanel } from './advice-panel.tsx'
import { keepUnits } from './keep-units.ts'
import type { Guided } from './use-guide-advice.ts'

/** The four questions, and why their answers lead where they do. */
export function QuestionsSection({ guided }: { readonly guided: Guided }) {
  const { queries } = useEngine()
  const { answers, answer, clear, advice } = guided
  const questions = useQuery(queries.guide.questions.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (questions.isError)
    return <ErrorPanel problem={toProblem(questions.error)} onRetry={() => void questions.refetch()} />
  if (questions.data === undefined) return <SkeletonRows label="Loading the guide" />
  const answered = questions.data.filter(({ id }) => answers[id] !== undefined).length
  return (
    <Row align="stretch" wrap gap={0} line="bottom">
      <Block component="section" flex="1 1 560px" pt="xs" pb="lg" pr="lg" pl="md" aria-label="Questions">
        <Row justify="space-between" gap="md" mih={36}>
          <Note>
            Answer what matters to you and leave the rest open. {answered} of {questions.data.length}{' '}
            answered.
          </Note>
          <Button variant="subtle" color="gray" disabled={answered === 0} onClick={clear}>
            Clear answers
          </Button>
        </Row>
        <Columns min={280} gap="lg xl" maw={1680}>
          {questions.data.map((question) => (
            <QuestionField
              key={question.id}
              question={question}
              advice={advice}
              answerId={answers[question.id] ?? null}
              onAnswer={(answerId) => answer(question.id, answerId)}
            />
          ))}
        </Columns>
      </Block>
      <Block
        component="section"
        flex="0 1 440px"
        pt="md"
        pb="lg"
        px="lg"
        bg="var(--surface)"
        aria-label="Reasons for the recommendation"
      >
        {advice !== undefined && <AdvicePanel advice={advice} questions={questions.data} />}
      </Block>
    </Row>
  )
}

type QuestionFieldProps = {
  readonly question: GuideQuestion
  readonly advice: GuideAdvice | undefined
  readonly answerId: string | null
  /** Null leaves the question open. */
  readonly onAnswer: (answerId: string | null) => void
}

/** A question with its answers, each with the arms that meet it. The first is to leave it open. */
function QuestionField({ question, advice, answerId, onAnswer }: QuestionFieldProps) {
  const choices = [{ id: null, label: 'Left open' }, ...question.answers]
  const meeting = advice?.meeting[question.id]
  return (
    <Block component="fieldset" pt="sm" line="top" aria-describedby={`guide-${question.id}`}>
      <Heading component="legend" style={{ float: 'left' }}>
        {question.title}
      </Heading>
      <Note id={`guide-${question.id}`} mb="xs" style={{ clear: 'both' }}>
        {question.text}
        {advice !== undefined && (
          <Block component="span" display="block">
            {keepUnits(describeQuestionBasis(question.id, advice.basis))}
          </Block>
        )}
      </Note>
      {choices.map((choice) => {
        const count = choice.id === null ? undefined : meeting?.[choice.id]
        return (
          <Choice key={choice.id} data-selected={choice.id !== null && choice.id === answerId}>
            <input
              type="radio"
              name={`guide-${question.id}`}
              checked={choice.id === answerId}
              onChange={() => onAnswer(choice.id)}
            />
            <Inline {...(choice.id === null ? { c: 'dimmed' } : {})}>{keepUnits(choice.label)}</Inline>
            {count !== undefined && (
              <Note component="span" ml="auto">
                {count === 0 ? 'no arm' : count === 1 ? '1 arm' : `${count} arms`}
              </Note>
            )}
          </Choice>
        )
      })}
    </Block>
  )
}
