"""Weights of form features by kind, in hundredths: a fitted table, not for editing by hand.

Made by ``leadline.bench.form_weights`` from 1017 labelled forms (which holds the method, the
penalty and the cross-validated figures). One feature a line, one column a kind.
"""
# ruff: noqa: E501

from typing import Final

KINDS: Final = "contact login newsletter order other recovery registration search".split()  # noqa: SIM905

TABLE: Final = """\
1:address	4	21	-13	-14	4	-6	10	-7
1:comment	5	-1	-6	-5	21	-4	-8	-2
1:company	2	1	-1	-0	-5	-0	-1	4
1:contact	10	-1	4	-2	-8	-3	-2	1
1:coupon	-2	-4	-3	14	12	-5	0	-12
1:date	-9	-2	-7	-7	17	2	-1	7
1:email	5	15	47	-22	-46	28	3	-30
1:email & login	-7	24	-5	-4	-13	8	1	-4
1:email & newsletter	-5	-5	73	-4	-14	-23	-14	-6
1:email & order	-0	2	3	-0	-0	-1	-3	-0
1:email & recover	-4	12	-12	-3	-6	31	-15	-3
1:email & register	-11	-7	9	-5	-16	-8	44	-5
1:login	-4	19	-2	-5	12	-0	-10	-8
1:matter	9	-2	-7	-7	7	-3	-4	8
1:message	8	1	-0	-1	-5	-0	-1	-0
1:newsletter	-1	-3	23	-2	-5	-19	11	-3
1:order	-3	-1	-5	2	17	-3	-4	-4
1:other_button	-8	-3	6	-1	20	-6	-3	-5
1:password	-0	-2	-2	-0	-2	8	-0	-1
1:person	25	3	6	-22	-24	33	13	-34
1:price	-2	-1	-1	4	-10	-2	-1	12
1:product	-0	-0	-0	2	-2	-0	-0	0
1:quantity	-3	-2	-4	61	-31	-4	-1	-16
1:register	-2	-10	0	-1	-3	-6	24	-1
1:search	-6	-4	-5	-11	-27	-5	0	57
1:user	-21	7	-28	-13	4	23	10	19
1:website	-11	-1	-3	-3	30	-2	-4	-5
action other	42	13	4	-14	-40	-37	-18	50
asks	-4	-2	-3	-7	-28	-3	-2	49
aspnet	-3	-2	-3	-14	10	-2	-3	17
b:agree	-0	-2	-11	-0	-0	-1	14	-0
b:clear	22	-6	-24	-14	1	37	-10	-5
b:comment	8	-1	-5	-5	17	-4	-8	-2
b:contact	3	1	-2	6	-1	-1	-2	-3
b:date	-3	-2	-2	23	-20	-2	2	4
b:email	15	6	-4	7	-10	4	-13	-4
b:jump	-10	-3	15	-10	8	-4	-3	8
b:login	-8	58	19	-7	-20	-11	-19	-13
b:message	9	-1	-2	-5	-10	-1	1	8
b:newsletter	-11	-3	44	-2	-2	-15	-9	-2
b:order	-17	-2	-5	74	-26	-3	-5	-15
b:other_button	-20	4	5	27	6	0	-3	-19
b:password	-5	-3	-20	-4	-17	65	-11	-5
b:poll	-5	-1	-4	-4	18	-1	-2	-2
b:quote	-3	-1	-2	19	-20	-3	-3	13
b:recover	-1	5	-3	-2	-7	14	-3	-3
b:register	-7	-28	9	-6	8	-21	57	-13
b:search	-8	-7	-12	-11	13	-8	-7	41
b:sort	-0	-1	-1	2	-6	-0	1	5
b:user	-0	-1	-0	-0	-2	1	3	-0
b:website	1	-0	1	-1	3	-0	-3	0
box>-1	24	-13	-8	19	5	-20	-11	5
box>-4	23	-12	-14	19	4	-17	-7	4
box>1	5	-6	-7	-12	-15	-8	-4	48
box>2.5	-4	-5	-6	-10	-6	-7	-3	40
box>4	-7	-6	-4	-6	9	-4	-3	21
box>6	-1	-1	-1	-1	-4	-1	-1	9
button=0	2	-12	-6	-0	10	1	3	2
button=1	0	6	1	0	10	-3	-11	-5
button=2	2	-0	-1	1	3	-3	1	-3
button>0	-1	5	-3	-3	17	-6	-11	1
button>1	-1	-1	-4	-4	7	-3	0	6
button>2	-3	-1	-3	-5	4	-1	-1	9
checkbox=0	-2	-11	-11	8	7	13	-10	6
checkbox=1	9	8	-7	-9	8	-15	10	-5
checkbox=2	-1	-1	12	-1	-3	-1	-4	-1
checkbox=3	-14	-1	-3	2	20	-1	-3	-2
checkbox=4	9	-3	1	-4	-4	-2	-1	5
checkbox>0	3	4	3	-12	21	-19	3	-3
checkbox>1	-6	-4	10	-3	13	-4	-8	2
checkbox>2	-5	-4	-2	-2	16	-3	-4	3
checkbox>5	-5	-0	-0	-2	6	-1	-1	3
email=0	-1	-1	-42	12	18	11	-9	12
email=1	2	-5	34	-15	10	-16	-1	-9
email>0	2	-6	34	-16	10	-16	1	-9
f:address	1	9	-3	-1	-4	-1	-4	3
f:calculate	-4	-0	2	-1	13	-1	-1	-9
f:category	4	1	-0	-0	-9	-2	-1	7
f:clear	-4	-5	-14	-2	-5	35	-3	-2
f:comment	35	2	-6	-5	-21	-3	1	-2
f:company	-3	9	7	-2	-5	-2	-2	-1
f:contact	59	-2	-1	-7	-20	-8	-12	-10
f:date	-1	0	1	3	-4	-1	2	-1
f:email	8	3	21	-2	-7	1	-22	-2
f:login	-8	51	-18	-8	-8	-8	14	-14
f:matter	-1	-0	-0	1	-3	-0	-0	3
f:message	4	0	-0	-1	-2	-0	-1	-0
f:newsletter	-6	-11	81	-6	-26	-25	-0	-7
f:order	-14	-4	-7	56	-2	-8	-1	-19
f:other_button	12	-6	4	7	45	-12	-15	-36
f:password	-8	-12	-14	-5	-23	74	-7	-6
f:phone	-1	-1	-1	-2	10	-1	-1	-3
f:poll	-10	-1	2	-5	33	-2	-3	-12
f:product	-2	-2	-3	21	-22	-4	-2	14
f:quote	-6	-3	-6	-11	39	-5	-5	-2
f:recover	-5	-8	-7	-2	-8	40	-7	-2
f:register	-17	-25	-7	-9	-20	-25	111	-8
f:search	-11	-6	-12	-16	-33	-9	-6	93
f:switch	-5	-1	-2	-2	10	-3	18	-15
f:user	-20	-22	-12	-7	26	27	15	-7
f:website	-10	-2	-0	-0	14	-19	29	-11
file=0	-5	-4	-6	-2	21	-3	-8	7
file=1	4	-2	-2	-1	3	-2	3	-2
file>0	6	-2	-2	-2	7	-2	1	-4
first box search	-3	-2	-5	-7	-23	-5	-2	46
h:address	3	0	-3	-3	-2	-2	7	-1
h:captcha	4	-3	-6	-2	-4	7	4	-0
h:category	-3	-3	-0	-3	13	-6	-1	3
h:comment	19	-0	-4	-2	-8	-1	-3	-1
h:coupon	-7	-1	2	19	-9	-2	-1	1
h:date	-11	2	5	13	-5	-12	10	-2
h:email	-1	-4	6	-2	5	-0	-2	-1
h:filter	0	-0	-1	-1	4	-1	-3	2
h:language	1	-2	-7	18	-12	4	-1	-1
h:login	-5	23	-3	-3	-8	4	-6	-2
h:matter	-10	-3	45	2	-25	0	-4	-5
h:message	1	1	-1	3	-4	-0	1	-1
h:newsletter	-1	-4	-3	-1	-3	-15	29	-1
h:order	-3	-1	-2	26	-17	-2	5	-6
h:other_button	-11	20	-0	7	6	-3	-9	-10
h:pagesize	-0	-0	-0	-1	-1	-0	-0	3
h:password	-1	8	-7	-2	-8	1	10	-2
h:person	-9	-3	-2	13	-14	7	7	1
h:poll	-3	-0	5	-4	6	-1	-1	-1
h:price	-10	-1	-4	14	15	-3	-4	-6
h:product	-1	-2	-6	28	-6	-5	-4	-4
h:quantity	-3	-1	-2	32	-19	-2	-1	-6
h:register	-1	-10	-18	-2	-3	-6	36	4
h:remember	-0	5	-1	-0	-1	-1	-3	-0
h:search	-2	-2	-10	3	1	-4	7	7
h:sort	-2	-0	-1	-2	-5	-1	-1	12
h:switch	-11	15	-4	-10	9	-18	26	-7
h:user	-16	6	-4	-1	30	-4	-7	-4
h:website	-7	-38	-2	-0	27	-3	28	-5
hidden=0	-1	1	-1	-13	21	-4	-26	22
hidden=1	-10	8	-6	-10	-5	13	15	-6
hidden=2	33	-25	-10	-10	19	-7	-0	-0
hidden=3	-12	-3	-1	10	20	-6	3	-11
hidden=4	-9	11	9	20	-28	-3	0	-1
hidden>0	2	-8	-8	9	7	-2	18	-19
hidden>1	12	-17	-2	19	12	-15	3	-13
hidden>2	-21	8	8	30	-7	-9	3	-12
hidden>5	-10	-5	11	37	-33	-4	1	5
l:address	8	7	36	-12	-9	-12	-1	-18
l:agree	3	-1	11	-2	-1	-1	-5	-5
l:birth	-3	-2	9	3	-5	-1	1	-3
l:captcha	1	2	-2	-2	12	-5	-0	-6
l:category	15	-2	-5	-4	-10	0	-3	7
l:comment	44	-1	-8	3	-24	-2	-6	-4
l:company	0	-3	-3	-3	9	-2	1	2
l:contact	24	-2	1	-9	-8	5	-7	-4
l:coupon	-6	-1	4	-7	16	2	-6	-3
l:date	-5	-1	12	14	-46	-12	2	35
l:email	27	-6	46	-17	-40	4	24	-38
l:jump	-2	-0	-2	-1	23	-1	-0	-16
l:login	-1	23	-0	-2	-17	-4	-3	4
l:matter	9	-2	-6	6	-2	-4	-9	8
l:message	52	-2	-12	6	-22	-8	-11	-3
l:newsletter	-5	-4	31	6	-7	-19	2	-4
l:order	-5	-1	-5	2	5	-3	-5	13
l:other_button	-18	-5	-5	-10	23	7	-7	15
l:password	-14	34	-26	-9	-12	-1	38	-10
l:person	2	-12	25	-7	21	-18	11	-23
l:phone	12	-2	-10	1	8	-4	0	-5
l:poll	-14	-1	-2	-2	28	-3	-5	-1
l:price	-3	-1	-2	4	-11	-2	-1	15
l:product	1	-0	-0	1	-16	-1	-1	16
l:quantity	-1	-1	-2	26	-13	-1	-1	-7
l:quote	-2	-1	-3	-3	14	-3	-2	-1
l:recover	-0	-1	-1	-0	-1	3	0	-0
l:register	1	-8	9	-5	-5	-4	5	6
l:remember	-6	-4	-3	-2	37	-5	-15	-3
l:search	-6	-3	-4	-10	-20	-4	-0	47
l:sort	-3	-1	-1	-5	-14	-2	-1	26
l:user	-12	-8	-5	-7	12	8	23	-11
l:website	-6	-3	-4	-2	15	-3	5	-1
method=post	20	16	23	-21	-19	19	-0	-37
method=post & comment	30	1	-8	10	-23	-6	2	-6
method=post & login	-21	48	7	-14	4	-2	-4	-19
method=post & newsletter	-6	-13	64	-8	-10	-25	8	-10
method=post & no box	-2	-13	-15	4	46	-1	2	-21
method=post & order	-14	-5	-10	58	8	-11	-10	-16
method=post & recover	-10	21	-12	-6	-23	57	-19	-7
method=post & register	-24	-2	-0	-17	-13	-18	93	-18
method=post & search	3	-7	-12	-15	20	-11	-5	27
multipart	0	-4	43	-12	13	-17	-8	-15
n:address	-19	-11	-17	1	1	-6	45	5
n:agree	-1	-14	17	2	-11	-4	13	-2
n:birth	-1	-1	9	-2	-6	-2	6	-3
n:captcha	8	-2	2	-7	4	7	-3	-9
n:category	14	-1	-2	-6	-23	-3	18	4
n:comment	20	-2	-8	2	5	-5	-8	-3
n:company	-3	-4	-5	-2	2	-2	15	-1
n:contact	20	-2	-6	-7	-8	4	-6	6
n:coupon	-15	-3	4	13	20	-1	-8	-10
n:date	-4	-5	-5	-14	-1	6	1	21
n:email	7	-16	18	-14	-40	28	60	-42
n:filter	-2	-1	-2	-1	17	-1	-1	-10
n:login	-4	31	-5	-5	9	-4	-14	-9
n:matter	33	-4	-9	-12	-13	-4	-0	11
n:message	56	-3	-14	-5	-27	-11	-7	11
n:newsletter	-3	-7	17	9	-5	-10	4	-4
n:order	-3	-1	-5	6	14	-3	-4	-4
n:other_button	-12	2	-0	-1	-17	22	-2	9
n:password	-14	39	-27	-10	-8	2	33	-14
n:person	8	-5	-19	-12	2	20	23	-17
n:phone	3	-3	-6	9	6	-3	1	-6
n:poll	-8	-4	-4	-3	38	-2	-4	-14
n:price	-3	-1	-1	-4	-11	-1	-2	22
n:product	-2	-1	-1	17	-9	-1	-1	-2
n:quantity	-3	-2	-4	67	-35	-4	-0	-17
n:recover	-3	-2	-3	-3	6	9	-1	-2
n:register	-4	-3	-5	-3	-6	-7	24	3
n:remember	-6	20	-2	-1	5	-3	-11	-2
n:search	-7	-6	-4	-7	5	-4	-2	26
n:sort	-2	-0	-1	-2	-20	-1	-1	27
n:switch	-14	-1	-2	4	51	-4	-4	-31
n:user	-25	2	-25	-0	15	4	10	19
n:website	-5	-3	-5	-5	29	-3	-4	-4
no box	13	-19	-20	3	29	-0	-8	1
no box & newsletter	-2	-0	-1	-1	22	-1	-1	-15
no box & order	4	-2	-4	15	-1	-5	-5	-0
no box & register	-7	-3	-4	-8	22	-4	12	-7
no box & search	5	-1	-2	-5	2	-3	-2	6
no box & select>0	-7	-4	-6	3	-7	-11	-6	38
no button	21	-3	-21	-3	9	-2	8	-7
nothing	35	-5	-9	-6	34	-15	-12	-21
one box	-32	35	-3	16	-7	-3	-31	25
one box & 1:email	-12	8	41	-14	-20	28	-7	-23
one box only	-28	-37	4	20	-10	32	-11	32
one box only & 1:email	-8	-27	39	-10	-26	51	-4	-16
one box only & login	-2	-0	6	-3	-10	13	3	-6
one box only & newsletter	-3	-5	52	-3	-5	-19	-13	-3
one box only & order	-1	-1	1	20	-11	-2	-3	-2
one box only & recover	-2	-8	-9	-3	-9	40	-3	-5
one box only & register	-3	-10	19	-4	9	-4	6	-12
one box only & search	-6	-5	-8	-11	-19	-8	-2	58
options	-8	-10	-19	2	22	-14	-1	27
password=0	16	-63	14	8	47	3	-47	22
password=1	-7	75	-16	-8	-6	-14	-9	-16
password=1 & email=1	-0	6	-2	-0	-1	-2	-0	-0
password=1 & login	-3	48	-10	-5	13	-24	-11	-10
password=1 & newsletter	-0	-2	-2	-0	-2	-1	8	-0
password=1 & order	-0	1	-1	-1	-1	-1	4	-2
password=1 & recover	-1	35	-3	-1	-6	-11	-13	-1
password=1 & register	-3	25	-8	-2	-12	-7	14	-6
password=1 & text>1	-3	-6	-3	-1	2	-4	21	-6
password=2	-8	-18	-7	-4	-13	5	47	-3
password=2 & login	-2	-10	-4	-1	-2	-4	22	-0
password=2 & newsletter	-1	-2	-2	-0	-1	-0	6	-0
password=2 & register	-3	-14	-5	-2	-3	-6	33	-1
password=2 & search	-3	-1	-0	-0	-2	-1	7	-0
password>0	-15	56	-22	-11	-20	-8	39	-19
password>1	-8	-19	-7	-4	-14	5	49	-3
r:category	18	-7	-13	-19	-27	-11	7	51
r:date	-7	-6	-4	4	-23	3	1	33
r:from	4	15	3	-7	-31	6	-9	18
r:identifier	-8	12	-14	-4	-1	5	-3	13
r:location	-13	8	-8	-8	16	-13	30	-11
r:match	5	-0	-0	-3	-6	-0	0	6
r:number	-6	-30	-11	62	13	-11	-13	-4
r:price	-4	14	-3	2	-19	-2	-4	16
r:sort	-5	-1	-5	-4	2	-5	-4	22
r:to	-10	-5	-12	5	12	-19	10	19
r:view	0	3	-1	-1	-10	-2	3	8
r:without	4	-2	-0	6	-10	-1	-1	4
radio=0	2	4	-3	-10	13	6	-25	12
radio=2	-8	-2	4	-5	3	-4	20	-8
radio=3	1	-5	-2	10	-9	-2	6	1
radio=4	6	-3	-7	2	21	-6	-10	-3
radio>0	-1	-10	-5	6	14	-12	17	-10
radio>1	-1	-10	-5	6	14	-12	17	-10
radio>2	7	-8	-9	12	12	-8	-3	-2
radio>5	-3	-1	-6	6	23	-4	-10	-4
required	12	-9	48	-15	-37	-2	10	-6
search name	5	-3	-6	-9	-6	-7	-4	30
search name & login	-2	1	-1	-1	6	-1	-2	-0
search name & one box	-4	-3	-4	-7	-20	-4	-1	43
search name & search	2	-6	-4	-6	-8	-4	-4	30
select=0	11	3	11	-9	9	9	-10	-24
select=1	-6	-5	-8	-4	32	-7	-3	1
select=2	5	-3	-9	-2	1	-5	4	10
select=3	-3	-1	-1	12	-10	-1	2	3
select=4	-6	-1	-1	-1	-4	-1	-1	14
select>0	-10	-10	-19	6	19	-15	2	27
select>0 & comment	1	-2	-1	0	-2	-0	4	-1
select>0 & login	-5	1	-1	-2	3	-2	7	-2
select>0 & newsletter	-4	-3	1	-2	18	-2	6	-14
select>0 & order	9	-2	-2	35	-45	-2	0	7
select>0 & register	-4	-6	-6	-2	-3	-1	25	-2
select>0 & search	8	-2	-6	-8	-15	-4	-4	31
select>1	-4	-5	-11	10	-13	-7	5	26
select>2	-9	-2	-2	12	-14	-2	1	17
select>5	-6	-0	-1	-3	1	-1	-2	12
submit=0	15	-10	-15	-5	18	-3	1	-1
submit=1	-1	7	3	-13	8	1	-2	-3
submit=2	-11	-4	5	10	12	-2	-6	-3
submit=4	-2	1	-1	-5	-7	-1	-1	15
submit>0	-14	4	7	1	10	-2	-9	3
submit>1	-14	-3	4	14	2	-3	-7	7
submit>2	-2	1	-1	5	-10	-1	-1	10
t:category	-5	-1	-1	-2	9	-2	-1	3
t:clear	1	-3	-10	-2	-7	27	-5	-1
t:comment	8	-0	-1	-1	-4	-0	-1	-1
t:contact	41	-1	-10	-5	-11	-3	-6	-5
t:date	-8	14	1	1	-11	-8	0	10
t:email	-1	-2	6	-1	-4	7	-4	-1
t:filter	-2	-1	-1	-4	9	-1	-0	0
t:login	-9	53	5	-4	-5	-13	-22	-6
t:matter	0	-0	-0	9	-4	-0	-1	-4
t:newsletter	-1	-2	25	-2	-9	-4	-7	-0
t:order	-4	-1	-4	2	19	-3	-5	-4
t:other_button	-10	-2	10	-7	20	-7	3	-7
t:password	-10	-14	-18	-6	-29	92	-10	-6
t:person	-5	-1	8	-2	5	-1	-0	-3
t:poll	-18	-1	-3	-4	36	-3	-5	-2
t:quote	-4	-1	-2	-1	11	-2	-2	1
t:recover	-5	-4	-7	-2	-7	32	-5	-2
t:register	-7	-12	0	-2	-6	-10	39	-3
t:search	-2	-1	-4	-4	8	-3	-2	8
t:user	0	-1	-4	-1	-3	5	9	-4
tel=0	-6	-6	1	-1	17	-4	-5	4
tel=1	6	-1	-9	-2	12	-1	-3	-2
tel>0	7	-1	-9	-3	11	-1	-3	-2
text=0	16	-16	-14	1	22	-3	-5	-1
text=1	-24	24	13	6	-3	-12	-25	19
text=2	-2	6	11	-22	-9	15	5	-4
text=3	12	-12	-11	1	13	-6	9	-6
text=4	-2	-8	-8	11	4	-0	9	-5
text>0	-15	9	6	-4	6	-3	-3	4
text>1	9	-15	-8	-11	9	9	23	-16
text>2	11	-21	-19	11	18	-7	18	-12
text>5	-11	-4	6	-1	5	1	9	-5
textarea=0	-71	-0	18	-9	28	11	5	19
textarea=1	75	-6	-25	7	-10	-16	-11	-15
textarea>0	72	-6	-26	6	-0	-17	-12	-16
textarea>0 & comment	25	-1	-7	-8	8	-5	-8	-3
textarea>0 & login	2	-1	-2	-2	5	-1	-1	-2
textarea>0 & newsletter	14	-0	-7	-1	-5	-1	0	-0
textarea>0 & order	-12	-0	-1	24	-5	-1	-4	-1
textarea>0 & register	1	-0	-3	-1	-2	-0	6	-0
textarea>0 & search	1	-1	-1	-1	1	-1	4	-3
textarea>1	-3	-1	-1	-1	9	-1	-1	-1
type=search	-0	-0	-0	-0	-1	-0	-0	2
x:address	22	-5	-25	-17	-5	32	14	-17
x:advanced	-1	3	-1	-2	-6	-2	-2	10
x:agree	39	-8	2	-3	-32	-4	12	-5
x:birth	-1	-1	9	-0	-3	-1	-4	-0
x:captcha	-1	1	-9	-1	-3	10	3	-1
x:category	14	-2	-5	-5	-6	-1	-3	8
x:clear	26	-5	-9	-8	-2	3	-6	1
x:comment	17	-2	-8	8	3	-6	-7	-6
x:company	2	-0	-9	-2	15	-1	-1	-3
x:contact	59	-1	-0	-9	-26	1	-1	-22
x:coupon	-1	1	3	-4	18	2	-10	-9
x:date	-23	-6	14	7	-10	-3	7	15
x:email	22	-6	-9	-13	-3	26	9	-26
x:filter	-0	-1	-2	-5	4	-2	-1	7
x:jump	-6	-2	23	-11	3	-4	-7	4
x:login	-7	10	23	-5	-4	-3	-8	-6
x:matter	9	-4	-4	17	-11	-5	-10	8
x:message	42	-3	-12	-5	-2	-4	-11	-6
x:newsletter	-7	-5	43	-5	14	-14	-10	-17
x:order	2	-2	-5	9	5	-7	-9	7
x:other_button	-13	-9	7	8	-3	-0	5	6
x:password	-15	51	-29	-7	-34	28	13	-8
x:person	8	-7	11	-23	28	-4	-3	-10
x:phone	40	-4	-6	1	-7	-5	-2	-17
x:poll	-3	-1	-3	-7	28	-4	-6	-6
x:price	-8	-2	3	10	-15	-3	-4	19
x:product	-1	-2	8	8	-19	-2	-6	13
x:quantity	-1	-0	-1	24	-11	-1	-0	-9
x:quote	9	-3	-5	1	3	-4	1	-1
x:recover	-3	26	-6	-2	-9	9	-12	-2
x:register	-10	9	1	-11	20	5	8	-21
x:remember	-2	-8	7	-2	23	-5	-12	-2
x:search	4	-2	-6	-10	-6	-7	-0	27
x:sort	-2	-1	-1	-2	-3	-2	-0	11
x:switch	-0	-0	-0	3	0	-1	-1	-2
x:user	3	29	-6	7	-38	6	23	-24
x:website	9	-3	-6	-4	15	-6	4	-10
bias	1	-7	-8	-4	28	-5	-8	3
"""
