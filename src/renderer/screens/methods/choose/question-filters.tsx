import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { GuideQuestion } from '../../../../shared/home/guide-types.ts'
import { formatCountWithNoun } from '../../../../shared/kernel/format-count-with-noun.ts'
import { useEngine } from '../../../data/engine-context.ts'
import { toProblem } from '../../../data/to-problem.ts'
import { ErrorPanel } from '../../../ui/components/error-panel.tsx'
import { Row } from '../../../ui/layout/layout.tsx'
import { keepUnits } from './keep-units.ts'
import type { Guided } from './use-guide-advice.ts'

/** The four questions as filters: each answer says how many methods meet it, and an empty one filters nothing. */
export function QuestionFilters({ guided }: { readonly guided: Guided }) {
  const { queries } = useEngine()
  const { answers, answer, clear, advice } = guided
  const questions = useQuery(queries.guide.questions.queryOptions({ staleTime: Number.POSITIVE_INFINITY }))
  if (questions.isError)
    return <ErrorPanel problem={toProblem(questions.error)} onRetry={() => void questions.refetch()} />
  const nameAnswer = ({ id }: GuideQuestion, given: GuideQuestion['answers'][number]): string => {
    const count = advice?.meeting[id]?.[given.id]
    const meeting =
      count === undefined ? '' : ` · ${count === 0 ? 'none' : formatCountWithNoun(count, 'method')}`
    return keepUnits(`${given.label}${meeting}`)
  }
  return (
    <Row component="section" wrap align="flex-end" gap="sm md" pt="md" aria-label="Questions">
      {(questions.data ?? []).map((question) => (
        <Select
          key={question.id}
          label={question.title}
          title={question.text}
          flex="1 1 200px"
          maw={320}
          placeholder="Any"
          clearable
          comboboxProps={{ width: 320, position: 'bottom-start', transitionProps: { duration: 0 } }}
          data={question.answers.map((given) => ({ value: given.id, label: nameAnswer(question, given) }))}
          value={answers[question.id] ?? null}
          onChange={(answerId) => answer(question.id, answerId)}
        />
      ))}
      <Button
        variant="subtle"
        color="gray"
        disabled={Object.values(answers).every((given) => given === undefined)}
        onClick={clear}
      >
        Clear answers
      </Button>
    </Row>
  )
}
