/**
 * Labelled sentences in the manner of memory cards, written for this package. One row: a fact; the same fact in other words;
 * the same attribute with another value (a contradiction or a change); another fact on the same topic. Rows do not share topics,
 * so sentences of two rows are unrelated.
 */
export type FactRow = readonly [fact: string, paraphrase: string, otherValue: string, sameTopic: string];

export const CHINESE: readonly FactRow[] = [
  [
    '用户对花生过敏，吃一点就会起疹子。',
    '用户不能碰花生，沾一点皮肤就发红疹。',
    '用户对花生不过敏，可以放心吃。',
    '用户的女儿喜欢在早餐时吃燕麦粥。',
  ],
  [
    '周会每周三上午十点在三号会议室开。',
    '每个星期三早上10点，大家在3号会议室开例会。',
    '周会每周四下午两点在三号会议室开。',
    '会议纪要由值班同事在当天发出。',
  ],
  [
    '他去年从北京搬到了成都。',
    '他原来住北京，去年迁居成都。',
    '他去年从北京搬到了杭州。',
    '他觉得成都的房租比北京便宜。',
  ],
  [
    '项目的数据库用的是 PostgreSQL 16。',
    '这个项目把数据存在 PostgreSQL 16 里。',
    '项目的数据库用的是 MySQL 8。',
    '数据库的备份每天凌晨两点执行。',
  ],
  [
    '小李养了一只叫豆豆的橘猫。',
    '小李家里有只橘色的猫，名叫豆豆。',
    '小李养了一只叫豆豆的柯基犬。',
    '小李每周末带宠物去打疫苗。',
  ],
  [
    '用户习惯晚上十一点睡觉。',
    '用户一般夜里11点就寝。',
    '用户习惯凌晨两点才睡觉。',
    '用户的卧室装了遮光窗帘。',
  ],
  [
    '提交代码之前必须跑一遍单元测试。',
    '代码提交前务必先执行单元测试。',
    '提交代码之前不需要跑单元测试。',
    '代码评审至少要有一位同事同意。',
  ],
  [
    '妈妈的生日是五月二十日。',
    '五月二十号是妈妈过生日的日子。',
    '妈妈的生日是六月十二日。',
    '妈妈喜欢收到鲜花当礼物。',
  ],
  [
    '她正在学西班牙语，已经学了半年。',
    '她学西语有六个月了。',
    '她正在学法语，已经学了半年。',
    '她觉得背单词最有效的办法是看剧。',
  ],
  [
    '报销单要在每月五号之前交给财务。',
    '每个月5号前须把报销单递到财务那里。',
    '报销单要在每月二十号之前交给财务。',
    '出差的住宿标准是每晚四百元以内。',
  ],
  [
    '用户喜欢喝不加糖的美式咖啡。',
    '用户爱喝无糖美式。',
    '用户喜欢喝加糖的拿铁。',
    '用户办公室楼下新开了一家咖啡店。',
  ],
  [
    '这台服务器的内存是六十四 GB。',
    '该服务器配了 64GB 内存。',
    '这台服务器的内存是三十二 GB。',
    '服务器放在上海的机房里。',
  ],
  [
    '爷爷的高血压药每天早上吃一片。',
    '爷爷每天清晨服一片降压药。',
    '爷爷的高血压药每天晚上吃两片。',
    '爷爷下个月要去医院做体检。',
  ],
  [
    '他不吃辣，点菜时请避开川菜。',
    '他受不了辣味，点餐别选川菜。',
    '他特别能吃辣，点菜时首选川菜。',
    '他会做一手好吃的红烧肉。',
  ],
  [
    '孩子在实验小学读三年级。',
    '孩子是实验小学三年级的学生。',
    '孩子在实验小学读五年级。',
    '孩子放学以后要去上钢琴课。',
  ],
  [
    '跑步时他的左膝盖会疼。',
    '他一跑步，左边膝盖就痛。',
    '跑步时他的右脚踝会疼。',
    '他报名了秋天的半程马拉松。',
  ],
  [
    '新版本定于九月十五日上线。',
    '新版计划在9月15号发布。',
    '新版本推迟到十月八日上线。',
    '上线当天由运维小组值守。',
  ],
  [
    '用户希望回答简短，不要列清单。',
    '回复请精简，用户不想看到条目列表。',
    '用户希望回答详细，并且列成清单。',
    '用户常在手机上阅读回复。',
  ],
  [
    '她大学读的是土木工程专业。',
    '她本科学土木工程。',
    '她大学读的是临床医学专业。',
    '她毕业以后在设计院实习过。',
  ],
  [
    '家里的无线网密码写在冰箱门上。',
    '无线网络的密码贴在冰箱门上。',
    '家里的无线网密码写在路由器背面。',
    '家里的宽带是上个月刚升级的。',
  ],
  [
    '公司年会在十二月底的广州举行。',
    '公司的年终大会十二月末在广州办。',
    '公司年会在一月初的厦门举行。',
    '年会的节目由各部门自己排练。',
  ],
  [
    '阳台上的薄荷每两天浇一次水。',
    '阳台那盆薄荷隔天浇水。',
    '阳台上的薄荷每周浇一次水。',
    '阳台朝南，下午的阳光很强。',
  ],
  [
    '他的车是一辆白色的电动车。',
    '他开的是一台白色电车。',
    '他的车是一辆黑色的汽油车。',
    '他每天开车上下班要一个小时。',
  ],
  [
    '接口超时时间设为三十秒。',
    '接口的超时被设置成 30 秒。',
    '接口超时时间设为五秒。',
    '接口文档放在内部的知识库里。',
  ],
];

export const ENGLISH: readonly FactRow[] = [
  [
    'The user is allergic to shellfish.',
    'Shellfish gives the user an allergic reaction.',
    'The user is not allergic to shellfish.',
    'The user cooks seafood pasta for guests on Fridays.',
  ],
  [
    'Stand-up takes place every weekday at 9:30 in the kitchen.',
    'Each working day at half past nine the team meets for stand-up in the kitchen.',
    'Stand-up takes place every Monday at 11:00 in the lobby.',
    'Stand-up notes are kept in a shared document.',
  ],
  [
    'Maria moved from Lisbon to Berlin in 2023.',
    'In 2023 Maria left Lisbon and settled in Berlin.',
    'Maria moved from Lisbon to Vienna in 2023.',
    'Maria finds apartments in Berlin hard to get.',
  ],
  [
    'The service is written in Go and runs on Kubernetes.',
    'Our service is a Go program deployed to Kubernetes.',
    'The service is written in Rust and runs on bare metal.',
    'The service writes its logs as JSON lines.',
  ],
  [
    'Tom has a beagle called Pepper.',
    "Tom's dog is a beagle whose name is Pepper.",
    'Tom has a parrot called Pepper.',
    'Tom walks in the park before work.',
  ],
  [
    'She goes to bed around ten in the evening.',
    'Her usual bedtime is about 10 pm.',
    'She goes to bed around two in the morning.',
    'She bought a firmer mattress last winter.',
  ],
  [
    'Never push directly to the main branch.',
    'Direct pushes to main are forbidden.',
    'Pushing directly to the main branch is fine.',
    'Branch names start with the ticket number.',
  ],
  [
    "Her father's birthday is on the 3rd of March.",
    'Her dad was born on March 3rd.',
    "Her father's birthday is on the 19th of July.",
    'Her father enjoys books about ships.',
  ],
  [
    'He is learning the cello and takes lessons on Tuesdays.',
    'On Tuesdays he has cello lessons, the instrument he is learning.',
    'He is learning the trumpet and takes lessons on Saturdays.',
    'He went to a concert of the city orchestra.',
  ],
  [
    'Invoices are paid within fourteen days.',
    'We settle invoices in two weeks at most.',
    'Invoices are paid within sixty days.',
    'Invoices must carry the order number.',
  ],
  [
    'The user drinks green tea instead of coffee.',
    'The user prefers green tea to coffee.',
    'The user drinks coffee instead of tea.',
    'The user collects old tea pots.',
  ],
  [
    'The laptop has 16 GB of memory.',
    'There are 16 gigabytes of RAM in the laptop.',
    'The laptop has 64 GB of memory.',
    'The laptop overheats when it is charging.',
  ],
  [
    'Grandma takes one tablet of her heart medicine after lunch.',
    'After lunch Grandma has a single heart pill.',
    'Grandma takes two tablets of her heart medicine before breakfast.',
    'Grandma sees the doctor again next month.',
  ],
  [
    'Anna is a vegetarian.',
    "Anna doesn't eat meat.",
    'Anna eats meat every day.',
    'Anna is looking for a restaurant near the station.',
  ],
  [
    'Their son is in second grade at Oak School.',
    'Their boy attends Oak School as a second grader.',
    'Their son is in sixth grade at Oak School.',
    'Their son needs new shoes for sports.',
  ],
  [
    'His shoulder hurts when he swims.',
    'Swimming makes his shoulder ache.',
    'His lower back hurts when he swims.',
    'He wants to swim across the lake this summer.',
  ],
  [
    'The release is planned for the 15th of September.',
    'We intend to ship the release on September 15.',
    'The release was postponed to the 20th of November.',
    'Release notes are written by the product owner.',
  ],
  [
    'Answers should be short and without bullet points.',
    'Keep replies brief and do not use bullets.',
    'Answers should be long and use bullet points.',
    'The user reads the answers on a phone.',
  ],
  [
    'Kevin studied marine biology in Sydney.',
    "Kevin's degree in marine biology is from Sydney.",
    'Kevin studied computer science in Dublin.',
    'Kevin still writes to his former professor.',
  ],
  [
    'The spare key is under the flower pot.',
    'You will find the extra key beneath the flower pot.',
    'The spare key is with the neighbour.',
    'The lock of the front door was replaced.',
  ],
  [
    'The conference is held in Prague in May.',
    'In May the conference takes place in Prague.',
    'The conference is held in Oslo in October.',
    'Speakers of the conference get a free ticket.',
  ],
  [
    'The tomatoes in the garden are watered every evening.',
    'Every evening somebody waters the garden tomatoes.',
    'The tomatoes in the garden are watered once a week.',
    'The garden gets little sun in the afternoon.',
  ],
  [
    'He drives a red pickup truck.',
    'His car is a pickup, and it is red.',
    'He drives a grey hybrid sedan.',
    'He needs forty minutes to drive to the office.',
  ],
  [
    'The cache expires after ten minutes.',
    'Entries stay in the cache for 10 minutes.',
    'The cache expires after one day.',
    'The cache is cleared on every deployment.',
  ],
];

/** A Chinese fact, and the rest of the row in English. */
export const ACROSS: readonly FactRow[] = [
  [
    '用户住在悉尼，有两个孩子。',
    'The user lives in Sydney and has two children.',
    'The user lives in Toronto and has no children.',
    'The user is looking for a school near the harbour.',
  ],
  [
    '我们的后端用 Python 写成。',
    'Our backend is written in Python.',
    'Our backend is written in Java.',
    'The backend team is hiring two developers.',
  ],
  [
    '她每天早上六点去游泳。',
    'She goes swimming at six every morning.',
    'She goes swimming at eight every evening.',
    'She won a medal at the school swimming contest.',
  ],
  [
    '合同在明年三月到期。',
    'The contract expires in March next year.',
    'The contract expires in October next year.',
    'The contract has to be signed by both directors.',
  ],
  [
    '他对猫毛过敏。',
    'He is allergic to cat hair.',
    'He has no allergy to cats at all.',
    'He donates to the animal shelter.',
  ],
  [
    '部署只能在工作日的白天进行。',
    'Deployments are only allowed during the day on working days.',
    'Deployments are only allowed at night on weekends.',
    'Deployments are announced in the team channel.',
  ],
  [
    '用户最喜欢的颜色是深绿色。',
    "The user's favourite colour is dark green.",
    "The user's favourite colour is bright orange.",
    'The user is painting the walls of the living room.',
  ],
  [
    '奶奶住在三楼，没有电梯。',
    'Grandma lives on the third floor without a lift.',
    'Grandma lives on the ground floor.',
    "Grandma's building was painted last year.",
  ],
  [
    '发给客户的邮件要抄送经理。',
    'E-mails to customers must be copied to the manager.',
    'E-mails to customers must never be copied to the manager.',
    'Customers usually write on Monday mornings.',
  ],
  [
    '他打算十月去冰岛旅行。',
    'He plans a trip to Iceland in October.',
    'He plans a trip to Morocco in April.',
    'He bought a new suitcase.',
  ],
  [
    '这只股票的仓位不能超过一成。',
    'The position in this stock must not exceed ten percent.',
    'The position in this stock may go up to half.',
    'The company of this stock reports its earnings on Thursday.',
  ],
  [
    '小王戒烟已经两年了。',
    'Xiao Wang quit smoking two years ago.',
    'Xiao Wang smokes a pack a day.',
    'Xiao Wang runs along the river with friends.',
  ],
];
