import { languageOf } from '../text/language';
import { topicOf } from './topics';

describe('topicOf', () => {
  it.each([
    "We booked a table at Marco's for Friday.",
    'I need to book the hall.',
    'The opening is on 14 March.',
    "The fire department's number is 0182-553210.",
    'The rota hangs on the board.',
    'The insurance policy number is 55-102-77.',
    'The series A round closed.',
    'She read the meter.',
    'We moved the date.',
    'The server brought the bill.',
    'The branch of the oak broke.',
    'The watch ends at six.',
    '大家都同意了。',
    '他是这方面的专家。',
    '证书号码是8841。',
    '保险单号是55-102-77。',
    '全球都这样。',
    '这本说明书很厚。',
  ])('does not tell from one word of several meanings: %j', (text) => {
    expect(topicOf(text, languageOf(text))).toBeNull();
  });

  it.each([
    ['I finished the novel yesterday.', 'books-films'],
    ['I read two books about the sea.', 'books-films'],
    ['We booked a flight to Lisbon.', 'travel'],
    ['Our house has a garden.', 'home'],
    ['The database runs on Postgres.', 'software'],
    ['My dog is afraid of thunder.', 'pets'],
    ['I have a dentist appointment at the hospital.', 'health'],
    ['Our team plays in the second league.', 'sports'],
    ['My salary is paid by the company.', 'work'],
    ['我在看一本小说。', 'books-films'],
    ['我订了去成都的机票。', 'travel'],
    ['我们的数据库在新服务器上。', 'software'],
    ['我妈妈在医院。', 'health'],
    ['我家的房子有个花园。', 'home'],
  ])('of %j is %s', (text, key) => {
    expect(topicOf(text, languageOf(text))?.key).toBe(key);
  });
});
