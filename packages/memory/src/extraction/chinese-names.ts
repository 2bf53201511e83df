/** Words for people one is related to, by blood, work or living. */
export const CHINESE_RELATION =
  '(?:爸爸|妈妈|父亲|母亲|爸|妈|老爸|老妈|父母|爸妈|丈夫|妻子|老公|老婆|爱人|对象|男朋友|女朋友|男友|女友|未婚夫|未婚妻|儿子|女儿|孩子|宝宝|哥哥|姐姐|弟弟|妹妹|哥|姐|弟|妹|大哥|大姐|二哥|二姐|爷爷|奶奶|外公|外婆|姥姥|姥爷|公公|婆婆|岳父|岳母|叔叔|婶婶|伯伯|伯父|伯母|舅舅|舅妈|姑姑|姑妈|姑父|阿姨|姨妈|姨父|表哥|表姐|表弟|表妹|堂哥|堂姐|堂弟|堂妹|侄子|侄女|外甥女?|孙子|孙女|家人|亲戚|朋友|闺蜜|哥们|室友|舍友|邻居|同学|同桌|老师|导师|教练|同事|上司|领导|老板|经理|主管|组长|下属|助理|客户|房东|医生|搭档|队友|徒弟|师傅|师父|前任|网友)';

/** The commonest family names; a subject that starts with one and is short is a person. */
const FAMILY_NAME =
  /^(?:欧阳|上官|司马|诸葛|司徒|[王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤])[\p{Script=Han}]{1,2}$/u;

export function isChineseName(words: string): boolean {
  return FAMILY_NAME.test(words);
}
