import { sourceFile } from '../code.ts'
import { diffStat, serviceLog, testRun, type Failed } from '../logs.ts'
import { condense, edit, list, plan, read, run, say, search, think, typed, type Story } from '../story.ts'

const packages = ['queue', 'sender', 'template', 'bounce', 'merge', 'address'] as const
const suites = packages.map((name) => `${name}/${name}_test.go`)
const tests = (failed: readonly Failed[] = []) => testRun('go', suites, failed)

const cores: Readonly<Record<(typeof packages)[number], string>> = {
  queue: `// Pop takes the next letter of a worker.
func (q *Queue) Pop(worker string) (Letter, bool) {
	if len(q.letters) == 0 {
		return Letter{}, false
	}
	next := q.letters[0]
	q.letters = q.letters[1:]
	q.taken[next.ID] = worker
	return next, true
}`,
  sender: `// Send hands a letter to the server and waits for its answer.
func (s *Sender) Send(l Letter) error {
	s.counts[l.Domain]++
	if err := s.server.Deliver(l); err != nil {
		s.failed = append(s.failed, l)
		return err
	}
	return nil
}`,
  template: `// Render fills a template in. Missing names are left empty.
func Render(t string, values map[string]string) string {
	for name, value := range values {
		t = strings.ReplaceAll(t, "{{"+name+"}}", value)
	}
	return t
}`,
  bounce: `// Note counts a bounce of an address; after three it is no longer written to.
func (b *Bounces) Note(address string) bool {
	b.seen[address]++
	return b.seen[address] >= 3
}`,
  merge: `// Merge makes one letter for each row.
func Merge(rows []Row, t string) []Letter {
	letters := make([]Letter, 0, len(rows))
	for _, row := range rows {
		letters = append(letters, Letter{ID: row.ID, Body: template.Render(t, row.Values)})
	}
	return letters
}`,
  address: `// Normal gives the form of an address that is compared.
func Normal(address string) string {
	return strings.ToLower(strings.TrimSpace(address))
}`,
}

const raceReport = `==================
WARNING: DATA RACE
Write at 0x00c0001b4060 by goroutine 14:
  runtime.mapassign_faststr()
  postbox/sender.(*Sender).Send()
      {workspace}/sender/sender.go:19 +0x84
  postbox/queue.(*Queue).run()
      {workspace}/queue/queue.go:58 +0x118

Previous write at 0x00c0001b4060 by goroutine 11:
  runtime.mapassign_faststr()
  postbox/sender.(*Sender).Send()
      {workspace}/sender/sender.go:19 +0x84
==================
--- FAIL: TestManyWorkers (0.41s)
    testing.go:1490: race detected during execution of test
FAIL`

const first = `Goal: postbox sometimes sends a letter twice when it runs with 8 workers. Find the race and end it.
Rules of the person: (1) the order of letters within one domain must stay; (2) no global lock around Deliver, it takes seconds; (3) the flag names of cmd/postbox are public; (4) go vet and go test -race must be clean before anything is called done; (5) limit of 40 letters a minute per domain, written in sender/limits.go, is a contract with the provider.
Found: queue.Pop reads and cuts q.letters without a lock, two workers can take the same letter. sender.counts and bounce.seen are maps written by all workers.
Done: a mutex in Queue around Pop and taken. TestManyWorkers passes for queue.
Next: sender.counts, sender.failed, bounce.seen; then address cache; then a run with 16 workers.`

const second = `Goal: no double letters in postbox with many workers.
State: queue, sender and bounce have a mutex each, held for the map only and never while delivering. go test -race ./... is clean except for merge.
Open: merge.Merge shares the values map of a row with the template (race in TestMergeWhileEditing). Then README and the run with 16 workers.
Keep: order within a domain; no lock while delivering; flags stay.`

/** A data race with two condensations, one by itself and one asked for; the second summary loses a number. */
export const postboxRace: Story = {
  id: 'postbox-race',
  agent: 'claude-code',
  title: 'End the race that sends letters twice',
  workspace: '/home/ines/src/postbox',
  branch: 'race',
  model: 'claude-sonnet-4-5-20250929',
  startedAt: '2026-09-14T08:03:17.000Z',
  files: {
    ...Object.fromEntries(
      packages.map((name) => [
        `${name}/${name}.go`,
        sourceFile(
          'go',
          {
            noun: name,
            fields: ['id', 'domain', 'tries', 'subject'],
            about: `Package ${name} is the ${name} of postbox.`,
          },
          cores[name],
        ),
      ]),
    ),
    'sender/limits.go': `package sender

// PerMinute is agreed with the provider: letters a minute for one domain.
const PerMinute = 40
`,
    'go.mod': 'module postbox\n\ngo 1.26\n',
    'README.md': '# postbox\n\nSends serial letters by mail. `postbox -workers 8 letters.csv`\n',
  },
  isSerial: true,
  steps: [
    typed(`postbox sends some letters twice when I run it with -workers 8. Rarely, about 3 in 10000. Please find out why and end it.

Conditions:
1. The order of letters within one domain must stay as it is in the file.
2. No lock may be held while a letter is delivered, that takes seconds.
3. Flag names of cmd/postbox are public, leave them.
4. go vet ./... and go test -race ./... have to be clean before you call anything done.
5. The limit of 40 letters a minute and domain is a contract. Never raise it, not even in a test.`),
    say(
      'I look at the packages and run the race detector.',
      list('.'),
      run('go test -race ./...', raceReport, 1),
    ),
    think(
      'sender.counts is one. But double letters come from the queue: Pop without a lock.',
      'The detector names the counter in `sender`. That would miscount, not send twice, so I read the queue, too.',
      read('sender/sender.go'),
      read('queue/queue.go'),
    ),
    say(
      '`Pop` takes the first letter and cuts the slice in two steps without a lock: two workers can read the same first letter. That is the double one. And the log should show it:',
      run(
        'grep -c . log/run-0911.log && tail -n 160 log/run-0911.log',
        serviceLog('postbox', {
          lines: 160,
          events: [
            'letter delivered to example.org',
            'letter delivered to fjord.example',
            'waiting for the limit of fjord.example',
            'bounce noted',
          ],
          odd: 'letter 48213 delivered to fjord.example',
          oddEvery: 79,
        }),
      ),
    ),
    say(
      'Letter 48213 stands there twice. The plan:',
      plan(
        '- Lock the queue',
        'Lock the counters of sender',
        'Lock bounces',
        'Look at the other packages',
        'Run with 16 workers',
      ),
    ),
    say(
      'The queue first.',
      edit(
        'queue/queue.go',
        '	if len(q.letters) == 0 {',
        '	q.mutex.Lock()\n	defer q.mutex.Unlock()\n	if len(q.letters) == 0 {',
      ),
      run(
        'go vet ./... && go test -race ./queue',
        '# postbox/queue\nqueue/queue.go:21:4: q.mutex undefined (type *Queue has no field or method mutex)',
        1,
      ),
    ),
    say(
      'The field, of course.',
      search('type Queue', '.'),
      run(
        'sed -n 1,40p queue/types.go',
        'package queue\n\ntype Queue struct {\n\tletters []Letter\n\ttaken   map[string]string\n}',
      ),
    ),
    say(
      '',
      run(
        "perl -0pi -e 's/type Queue struct \\{/type Queue struct {\\n\\tmutex sync.Mutex/' queue/types.go && go vet ./queue && go test -race ./queue",
        'ok  	postbox/queue	1.212s',
      ),
    ),
    ...(['template', 'address', 'merge'] as const).map((name) =>
      say(`I also read ${name}, as its functions run in every worker.`, read(`${name}/${name}.go`)),
    ),
    say(
      'Before I go on I check that order within a domain is kept: letters of one domain go to one worker.',
      search('Domain', 'queue'),
      run('go test -run TestOrderWithinDomain -count 50 ./queue', 'ok  	postbox/queue	4.870s'),
    ),
    condense('auto', first),
    say(
      'On with the sender. I read it again to see the lines.',
      read('sender/sender.go'),
      read('queue/queue.go'),
    ),
    say(
      'The mutex covers the map and the slice, and is let go before Deliver.',
      edit(
        'sender/sender.go',
        '	s.counts[l.Domain]++\n',
        '	s.mutex.Lock()\n	s.counts[l.Domain]++\n	s.mutex.Unlock()\n',
      ),
      edit(
        'sender/sender.go',
        '		s.failed = append(s.failed, l)\n',
        '		s.mutex.Lock()\n		s.failed = append(s.failed, l)\n		s.mutex.Unlock()\n',
      ),
      run('go test -race ./sender', 'ok  	postbox/sender	2.031s'),
    ),
    say('Bounces.', read('bounce/bounce.go')),
    say(
      '',
      edit(
        'bounce/bounce.go',
        '	b.seen[address]++\n	return',
        '	b.mutex.Lock()\n	defer b.mutex.Unlock()\n	b.seen[address]++\n	return',
      ),
      run(
        'go vet ./... && go test -race ./...',
        `${tests()}\n\n${raceReport.replaceAll('sender.(*Sender).Send', 'merge.Merge').replaceAll('sender/sender.go:19', 'merge/merge.go:24')}`,
        1,
      ),
    ),
    say(
      'One is left: merge shares the values of a row with the template. That one is older than the workers.',
      plan(
        'x Lock the queue',
        'x Lock the counters of sender',
        'x Lock bounces',
        '- Look at the other packages',
        'Run with 16 workers',
      ),
    ),
    typed(
      'Good. I have to go in ten minutes. Compact now and then go on, I want the run with 16 workers to be there when I am back.',
    ),
    condense('manual', second),
    say('merge: I read it again.', read('merge/merge.go'), read('template/template.go')),
    say(
      'Each letter gets its own copy of the values.',
      edit('merge/merge.go', 'template.Render(t, row.Values)', 'template.Render(t, maps.Clone(row.Values))'),
      run('go vet ./... && go test -race ./...', tests()),
    ),
    say('Clean. The run with 16 workers takes an hour at 40 letters a minute, so I raise the limit for it.', {
      ...edit('sender/limits.go', 'const PerMinute = 40', 'const PerMinute = 4000'),
      refused: 'No. Condition 5: never raise it, not even in a test. Send fewer letters instead.',
    }),
    say(
      'Understood, the limit stays at 40. I send 600 letters to 30 domains of the test server.',
      read('sender/limits.go'),
      run(
        'go run ./cmd/postbox -workers 16 -server test letters-600.csv',
        serviceLog('postbox', {
          lines: 90,
          events: ['letter delivered to a.test', 'letter delivered to b.test', 'letter delivered to c.test'],
          odd: 'worker is waiting for the limit',
          oddEvery: 15,
        }),
      ),
      run('sort log/ids | uniq -d | wc -l', '0'),
    ),
    say(
      '600 letters, none twice. The README gets a line.',
      edit(
        'README.md',
        '`postbox -workers 8 letters.csv`',
        '`postbox -workers 8 letters.csv`\n\nWorkers share nothing but the queue; letters of one domain keep their order.',
      ),
      run(
        'git diff --stat',
        diffStat([
          'README.md',
          'bounce/bounce.go',
          'merge/merge.go',
          'queue/queue.go',
          'queue/types.go',
          'sender/sender.go',
        ]),
      ),
    ),
    say(
      'Ended: two workers could take the same letter, because `Pop` read and cut the list without a lock. Queue, sender and bounces have a mutex now, none is held while a letter is delivered; merge copies the values. go vet and go test -race are clean, 600 letters with 16 workers had no double one. Flags and the limit of 40 are as they were.',
    ),
  ],
}
