"""Weights of form features by kind, in hundredths: a fitted table, not edited.

Made by ``leadline_research.bench.forms.form_weights`` from 1028 labelled forms (which holds the method, the
penalty and the cross-validated figures). One feature a line, with a column
for each of ``classify.KINDS``.
"""

from typing import Final

TABLE: Final = """\
1:address	0	15	-8	-9	-0	-1	5	-2
1:comment	1	-1	-4	-4	18	-2	-6	-1
1:company	1	0	-0	-0	-2	-0	-0	2
1:contact	7	-0	-1	-1	-3	-1	-1	0
1:coupon	-1	-2	-2	9	6	-3	0	-6
1:date	-7	-4	-7	-6	20	3	-0	2
1:email	0	10	34	-15	-30	21	2	-23
1:email & login	-5	16	-3	-3	-7	3	2	-3
1:email & newsletter	-4	-3	55	-3	-9	-16	-13	-6
1:email & order	-0	2	3	-0	-0	-1	-3	-0
1:email & recover	-3	9	-8	-2	-4	20	-10	-2
1:email & register	-8	-5	6	-3	-11	-8	33	-4
1:login	-2	27	-1	-2	-7	-2	-9	-5
1:matter	7	-2	-5	-5	8	-2	-3	1
1:message	6	0	-0	-1	-4	-0	-1	0
1:newsletter	-1	-2	20	-1	-3	-14	6	-3
1:order	-2	-1	-3	0	15	-2	-3	-4
1:other_button	-6	-2	2	-0	15	-3	-3	-3
1:password	-0	-2	-1	-0	-1	5	-0	-1
1:person	19	-4	3	-14	-16	20	10	-19
1:price	-1	-0	-1	2	-5	-1	-0	7
1:quantity	-2	-2	-3	38	-17	-2	-1	-11
1:recover	-0	-2	-2	-0	-1	6	-0	-0
1:register	-2	-8	-1	-1	-3	-4	19	-1
1:search	-4	-2	-4	-6	-20	-4	0	40
1:user	-17	12	-20	-9	2	13	6	13
1:website	-10	-1	-3	-3	24	-1	-4	-2
a:category	-2	-5	1	11	-21	7	2	7
a:clear	8	-7	-9	-4	-9	20	0	0
a:comment	20	-0	-3	-2	-10	-1	-3	-1
a:contact	20	-1	-6	-2	-0	-3	-6	-2
a:coupon	1	-1	-1	-3	9	-1	-1	-3
a:email	8	-3	29	-2	-11	-6	-12	-2
a:filter	-2	-1	-1	-1	6	-1	-1	-0
a:jump	4	-1	3	-1	1	-1	-4	-2
a:login	0	22	-18	-3	-11	1	11	-3
a:matter	0	5	-3	5	-4	1	-3	-1
a:message	-5	-4	-1	-12	30	9	-4	-13
a:newsletter	-3	-7	35	-4	-4	-15	-4	1
a:order	-1	-1	-3	11	-0	-1	-2	-3
a:other_button	1	-9	27	-10	-12	-13	-4	21
a:password	-2	-1	-3	-1	-5	16	-2	-2
a:phone	-1	-1	1	-3	9	-1	-1	-3
a:poll	-4	-0	-1	-1	14	-1	-1	-6
a:product	-1	-3	-2	9	16	-3	-1	-13
a:recover	-2	-2	-5	-3	7	9	-0	-4
a:register	-3	-2	2	-4	0	-3	14	-5
a:search	-4	-4	-11	-8	-4	-6	3	35
a:switch	-3	-1	9	-2	-3	-2	-4	5
a:user	-16	-1	-6	3	14	13	-2	-5
action other	34	8	4	-6	-33	-25	-17	35
asks	-3	-2	-2	-5	-18	-2	-1	34
aspnet	-5	-1	-3	-10	15	-2	-3	9
b:agree	-0	-1	-7	-0	-0	-0	8	-0
b:clear	15	-5	-13	-7	4	14	-6	-3
b:comment	3	-1	-4	-4	16	-2	-6	-1
b:contact	3	0	-1	2	-1	0	-2	-1
b:date	-2	-1	-1	10	-10	-1	2	3
b:email	9	4	-3	3	-5	2	-8	-2
b:filter	-1	-1	-1	-1	-6	-1	-0	12
b:jump	-6	-2	12	-5	1	-3	-2	5
b:login	-6	26	11	-4	-0	-5	-12	-10
b:message	5	-1	-1	-2	-5	-1	1	4
b:newsletter	-7	-2	28	-1	-1	-10	-6	-1
b:order	-10	-2	-3	42	-14	-2	-3	-8
b:other_button	6	-1	0	12	-5	-2	-1	-9
b:password	-2	-2	-11	-1	-5	31	-6	-2
b:poll	-3	-0	-3	-2	11	-1	-1	-1
b:quote	-3	-1	-2	11	-6	-1	-3	5
b:recover	-1	3	-3	-1	-3	8	-3	-1
b:register	-5	-19	6	-4	0	-14	39	-4
b:search	-9	-6	-8	-6	10	-5	-7	31
b:sort	-0	-0	-0	1	-2	-0	0	3
b:website	-1	-0	1	-1	5	-0	-3	-0
box>-1	19	-16	-7	14	4	-14	-11	11
box>-4	19	-16	-11	13	4	-11	-9	11
box>1	3	-5	-6	-9	-13	-6	-4	38
box>2.5	-4	-4	-5	-7	-7	-5	-3	34
box>4	-6	-4	-3	-5	4	-3	-3	19
box>6	-1	-0	-1	-1	-4	-1	-1	9
button=0	0	-8	-2	1	10	-1	-2	2
button=1	-0	3	-1	-1	8	-1	-6	-3
button=2	2	-1	-1	-0	4	-2	1	-3
button=4	-3	-0	-2	-2	6	-0	-1	3
button>0	-2	2	-4	-4	15	-3	-6	2
button>1	-1	-1	-3	-3	6	-2	-0	5
button>2	-4	-0	-2	-3	3	-1	-1	8
buttons=0	11	-3	-11	-2	6	-0	2	-2
buttons=1	-6	-4	11	-8	6	3	-1	-1
buttons=2	-2	2	-2	5	17	-5	-9	-5
buttons=3	-5	0	-3	2	-5	-1	0	12
checkbox=0	1	-18	-9	4	19	6	-10	7
checkbox=1	1	15	-3	-7	-3	-8	7	-2
checkbox=2	-1	-0	8	-1	-3	-1	-2	-1
checkbox=3	-10	-0	-2	2	16	-0	-3	-2
checkbox=4	8	-2	1	-2	-4	-1	-1	2
checkbox>0	-2	12	3	-7	5	-10	1	-3
checkbox>1	-3	-3	6	-0	9	-2	-5	-1
checkbox>2	-2	-2	-2	0	11	-1	-4	0
checkbox>5	-3	-0	-0	-1	4	-1	-0	2
choices>10	2	-4	-5	-3	-10	-4	2	21
choices>3	-1	-3	-8	0	4	-6	-2	14
choices>30	-6	-3	-4	-4	3	-2	3	13
e:address	-5	1	-12	-5	-1	27	-3	-2
e:advanced	-3	1	-1	-1	9	-2	-2	-0
e:agree	-11	1	6	-3	15	-2	-4	-2
e:category	-2	-1	-1	-2	5	2	2	-3
e:clear	11	-6	-2	1	-14	13	-2	-0
e:comment	34	-2	-3	-7	4	-6	-10	-10
e:company	1	-1	-1	-1	2	-0	-1	2
e:contact	21	-3	-7	-4	5	3	-12	-3
e:coupon	9	-1	2	-3	5	-2	-5	-6
e:date	-14	0	2	10	22	-5	2	-17
e:donate	-0	-0	-1	-1	-2	1	0	3
e:email	-10	-5	13	-1	-1	23	-7	-12
e:filter	-2	2	-1	-2	5	-3	-1	0
e:jump	-2	-0	-1	-1	4	-1	-2	3
e:login	-12	29	-7	-12	-3	4	-5	5
e:matter	-7	-2	-2	-0	21	-3	-2	-4
e:message	-2	-1	-2	1	19	-3	-1	-13
e:newsletter	-5	-3	26	6	-11	-9	1	-5
e:order	6	-0	3	23	-18	-12	-3	3
e:other_button	-7	1	6	16	11	-14	-0	-13
e:password	-10	-2	-18	-8	-15	57	10	-14
e:person	-10	-1	-3	-2	23	1	-3	-6
e:phone	20	-2	-4	-2	-9	-4	3	-2
e:poll	4	-1	3	-3	3	-2	-4	-1
e:price	-4	-1	-3	32	-13	-3	2	-9
e:product	-1	-2	4	15	-2	-2	-4	-7
e:quantity	-1	-1	-0	18	-6	-2	1	-7
e:quote	1	-2	-2	9	4	-3	-1	-7
e:recover	6	-1	-14	-5	2	15	12	-16
e:register	-6	-11	17	-9	-7	8	14	-7
e:remember	-4	-8	-2	-2	7	0	13	-4
e:search	-0	-4	-3	-5	-10	-3	8	17
e:sort	-0	-1	0	-2	-0	0	0	3
e:switch	-1	-2	-2	-4	7	-6	-4	12
e:user	1	2	0	-7	12	4	-4	-9
e:website	1	-6	-1	-3	9	-3	7	-5
email=0	-1	0	-32	8	13	7	-7	10
email=1	-1	-5	26	-11	11	-11	-4	-6
email>0	-1	-6	26	-11	11	-11	-2	-6
f:address	1	5	-1	-1	-2	-0	-3	1
f:calculate	-3	-0	2	-0	8	-0	-1	-5
f:category	2	1	-0	-0	-4	-1	-1	3
f:clear	-2	-3	-6	-1	-2	16	-2	-1
f:comment	23	-1	-4	-3	-13	-2	1	-1
f:company	-3	5	6	-1	-3	-1	-2	-1
f:contact	38	-1	1	-4	-13	-5	-7	-7
f:date	-1	0	2	4	-4	-0	0	-1
f:email	5	1	13	-1	-4	1	-12	-2
f:login	-5	39	-10	-5	-13	-6	8	-8
f:matter	-0	-0	-0	2	-3	-0	-0	2
f:message	3	1	-0	-1	-2	-0	-1	-0
f:newsletter	-4	-6	59	-4	-20	-18	-1	-6
f:order	-8	-2	-5	33	0	-5	-1	-12
f:other_button	9	-5	1	4	27	-7	-11	-19
f:password	-5	-7	-6	-3	-15	42	-3	-4
f:phone	-0	-1	-1	-1	5	-1	-0	-1
f:poll	-7	-1	2	-3	18	-2	-2	-6
f:product	-0	-1	-2	13	-12	-2	-2	6
f:quote	-5	-2	-3	-7	25	-3	-4	-1
f:recover	-3	-4	-4	-2	-5	25	-5	-2
f:register	-11	-16	-4	-5	-13	-14	68	-5
f:search	-6	-4	-8	-9	-18	-5	-4	55
f:switch	-4	-1	-2	-2	9	-2	11	-10
f:user	-17	0	-6	-5	6	16	9	-4
f:website	-2	-2	-3	-1	5	-10	21	-7
fields>1	8	33	2	-12	-31	-16	4	11
fields>2	20	-7	-8	-2	-4	-15	18	-3
fields>3	0	-18	-7	4	13	-4	12	-1
fields>5	1	-9	-12	11	-5	-1	10	4
fields>8	-5	-3	-0	2	3	-3	5	1
file=0	-4	-4	-5	-2	18	-3	-8	6
file=1	2	-2	-1	-1	1	-1	2	-0
file>0	2	-2	-1	-2	6	-1	-1	-2
first box search	-3	-2	-4	-5	-20	-4	-1	38
g:category	-1	-0	0	-1	-4	-0	0	7
g:clear	-1	-1	-3	-0	-1	8	-1	-1
g:comment	15	-2	-3	-2	-7	-1	-0	-1
g:contact	25	-4	-0	-5	-3	-4	-4	-5
g:email	2	-3	10	-1	-4	3	-7	-1
g:login	-7	24	-14	-4	-11	7	8	-3
g:newsletter	-5	-2	29	-4	-7	-8	4	-6
g:order	-7	-2	-4	27	-11	-4	-1	1
g:other_button	-5	-3	2	0	27	-3	-5	-13
g:password	-4	-3	-5	-2	-8	26	-2	-3
g:poll	-6	-1	-3	-2	20	-1	-2	-6
g:product	-3	-1	-2	4	-3	-2	-1	8
g:quote	-2	-2	-2	-3	19	-2	-3	-5
g:recover	-3	-4	-0	-1	-5	17	-2	-1
g:register	-11	-6	-11	-4	-9	-10	56	-3
g:search	-3	-2	-3	-6	-13	-3	-1	32
g:switch	-1	-1	-0	-1	2	-1	13	-10
g:user	-2	1	-3	-2	-7	13	1	-2
h:address	2	1	-1	-3	-2	-2	1	2
h:captcha	3	-2	-4	-2	-3	7	1	-0
h:category	-1	-2	-0	-5	8	-4	-1	4
h:comment	13	-0	-3	-1	-6	-0	-2	-0
h:coupon	-5	-1	2	13	-6	-1	-1	-0
h:date	-5	-1	6	9	-4	-8	7	-3
h:email	-0	-2	3	-1	2	0	-1	-1
h:filter	-2	-0	-1	-2	6	-1	-2	1
h:language	3	-2	-4	13	-9	1	-2	-0
h:login	-4	10	-1	-2	3	1	-6	-1
h:matter	-8	-3	31	7	-17	-1	-3	-5
h:message	0	0	-0	1	-4	-0	1	2
h:newsletter	-1	-2	-3	-1	-2	-10	20	-1
h:order	-3	-0	-1	15	-11	-1	4	-3
h:other_button	-8	13	-5	6	7	-2	-3	-7
h:password	-0	2	-4	-1	-3	-0	7	-1
h:person	-6	-1	-3	9	-9	5	5	1
h:poll	-2	-0	5	-2	2	-1	-1	-1
h:price	-6	-1	-3	11	8	-2	-3	-5
h:product	-1	-1	-3	18	-5	-3	-2	-4
h:quantity	-1	-1	-1	22	-15	-1	-0	-3
h:register	-1	-8	-12	-1	-2	-5	28	1
h:remember	-0	2	-0	-0	-0	-0	-1	-0
h:search	-2	-2	-6	2	1	-2	5	4
h:sort	-1	-0	-1	-1	-3	-0	-0	6
h:switch	-8	9	3	-6	7	-14	15	-6
h:user	-14	2	-3	-1	25	-3	-5	-2
h:website	-6	-8	-1	1	2	-3	20	-5
hidden=0	-3	-2	-3	-12	17	2	-21	21
hidden=1	-9	3	-2	-4	0	6	8	-2
hidden=2	24	-3	-8	-11	6	-7	3	-4
hidden=3	-8	-4	-2	5	18	-1	2	-9
hidden=4	-5	2	9	19	-17	-4	-1	-3
hidden>0	1	-3	-3	9	7	-6	12	-17
hidden>1	10	-6	-1	13	7	-12	4	-15
hidden>2	-14	-2	7	24	1	-5	1	-12
hidden>5	-8	-4	7	26	-22	-1	-3	4
l:address	6	4	23	-9	-7	-7	1	-10
l:agree	2	-1	9	-1	-1	-1	-3	-3
l:birth	-2	-1	6	3	-4	-0	2	-3
l:captcha	1	1	-2	-2	9	-3	-0	-5
l:category	13	-1	-3	-3	-8	0	-2	4
l:comment	21	-2	-7	-2	2	-3	-7	-3
l:company	0	-2	-1	-2	5	-1	1	0
l:contact	21	-1	-4	-4	-6	0	-4	-3
l:coupon	-4	-1	3	-6	11	3	-4	-1
l:date	-0	-3	8	12	-26	-6	-4	18
l:email	17	-6	33	-12	-21	-2	18	-28
l:filter	-1	-0	-1	-1	5	-0	-0	-1
l:jump	-1	-0	-1	-1	11	-0	-0	-8
l:login	-1	12	-0	1	-8	-3	-2	1
l:matter	4	-2	-4	5	1	-2	-7	5
l:message	35	-2	-8	5	-17	-5	-8	-1
l:newsletter	-3	-3	23	2	-4	-13	1	-3
l:order	-3	-1	-4	2	6	-2	-4	7
l:other_button	-14	-5	-4	-6	21	3	-3	7
l:password	-12	34	-17	-6	-23	-1	31	-7
l:person	-0	-13	17	-5	15	-7	9	-15
l:phone	6	-2	-6	1	8	-3	-1	-4
l:poll	-12	-1	-2	-2	24	-2	-4	-1
l:price	-1	-0	-1	1	-6	-1	-1	9
l:product	1	-0	-0	1	-10	-0	-0	10
l:quantity	-1	-1	-1	18	-8	-1	-0	-5
l:quote	-1	-1	-2	-2	8	-2	-1	-0
l:register	0	-5	4	-3	-4	-1	5	3
l:remember	-4	11	-2	-2	8	-2	-8	-1
l:search	-4	-2	-3	-6	-13	-3	0	31
l:sort	-2	-0	-1	-3	-2	-1	-0	10
l:user	-9	6	-4	-4	-2	2	16	-6
l:website	-4	-2	-3	-2	9	-2	3	0
length>100	16	-18	2	-3	-24	12	7	9
length>1000	-11	-4	1	2	1	-4	4	11
length>400	-6	-5	-9	16	-2	-5	6	5
method=post	14	11	12	-9	-16	14	-4	-23
method=post & comment	22	-1	-5	9	-21	-3	1	-2
method=post & login	-14	36	3	-9	1	-0	-3	-14
method=post & newsletter	-5	-8	45	-6	-6	-17	3	-6
method=post & no box	-1	-10	-10	6	31	0	-1	-16
method=post & order	-8	-4	-7	42	3	-7	-7	-13
method=post & recover	-6	12	-8	-3	-10	32	-14	-4
method=post & register	-17	-4	-4	-11	-5	-13	66	-12
method=post & search	-2	-6	-9	-8	17	-8	-7	23
multipart	-3	-5	30	-7	13	-10	-7	-10
n:address	-15	-6	-12	3	-1	-1	31	1
n:agree	-3	-10	12	3	-7	-3	10	-2
n:birth	-1	-1	6	-1	-4	-1	6	-3
n:captcha	7	-2	2	-5	3	8	-4	-8
n:category	13	-1	-1	-4	-16	-3	11	2
n:comment	11	-2	-6	-1	8	-3	-6	-2
n:company	-3	-3	-2	-1	0	-1	11	-1
n:contact	14	-1	-4	-4	-5	1	-4	3
n:coupon	-10	-1	3	8	13	1	-6	-7
n:date	-3	-5	-3	-10	1	5	3	14
n:email	3	-12	9	-11	-19	20	40	-31
n:filter	-1	-0	-1	-2	8	-1	0	-2
n:login	-3	34	-4	-2	-3	-5	-11	-6
n:matter	23	-4	-7	-8	-9	-2	1	5
n:message	43	-3	-10	-1	-20	-7	-4	3
n:newsletter	-2	-6	15	5	-4	-7	2	-4
n:order	-2	-1	-3	4	12	-2	-3	-4
n:other_button	-7	-1	-2	1	-1	15	-2	-3
n:password	-11	32	-18	-7	-14	3	26	-11
n:person	4	-9	-19	-10	11	16	15	-9
n:phone	1	-2	-4	5	5	-3	1	-4
n:poll	-6	-3	-3	-2	27	-1	-3	-9
n:price	-1	-0	-1	-2	-5	-0	-1	11
n:product	-1	-0	-1	13	-9	-0	-1	-1
n:quantity	-2	-2	-3	43	-20	-2	-0	-13
n:recover	-1	-2	-3	-1	5	4	-1	-1
n:register	-3	-4	-4	-2	-4	-6	21	0
n:remember	-4	8	-1	-1	8	-2	-7	-1
n:search	-6	-4	-3	-6	2	-3	-3	23
n:sort	-1	-0	-0	-1	-6	-1	-0	11
n:switch	-7	-1	-2	2	26	-2	-2	-13
n:user	-22	9	-18	-0	9	4	6	12
n:website	-5	-2	-4	-4	22	-2	-3	-2
no box	9	-15	-14	1	28	-1	-6	-3
no box & newsletter	-2	-0	-1	-1	16	-1	-1	-11
no box & order	4	-2	-3	9	-2	-3	-3	0
no box & register	-5	-3	-3	-5	20	-3	6	-6
no box & search	6	-1	-1	-3	2	-3	-2	1
no box & select>0	-3	-2	-4	-1	-3	-6	-4	22
no button	11	-3	-11	-2	6	-0	2	-2
nothing	20	-5	-8	-4	33	-10	-9	-17
one box	-23	29	2	10	-17	-1	-20	20
one box & 1:email	-9	6	30	-9	-14	20	-5	-18
one box only	-20	-26	6	11	-14	20	-8	32
one box only & 1:email	-7	-18	31	-7	-18	35	-3	-13
one box only & login	-2	-1	5	-2	-7	9	2	-4
one box only & newsletter	-2	-4	43	-2	-5	-14	-13	-3
one box only & order	-1	-1	1	12	-7	-1	-2	-1
one box only & recover	-2	-5	-5	-1	-5	24	-3	-3
one box only & register	-2	-6	15	-2	-6	-2	4	-2
one box only & search	-4	-4	-6	-7	-19	-5	-1	45
options	-3	-6	-12	3	11	-8	-1	15
p:category	-7	14	-7	-4	-6	-2	-1	13
p:clear	-1	-1	-1	-1	-3	9	-2	-0
p:comment	6	-0	-1	-1	-4	-1	-1	2
p:company	-0	4	-0	-0	-1	-1	-1	-0
p:contact	10	-2	-4	-1	6	-1	-5	-3
p:date	-4	-1	3	9	-12	-1	-4	9
p:login	-6	14	3	-4	1	-1	-9	1
p:matter	0	-2	2	-1	0	-2	1	1
p:newsletter	10	-0	4	-3	-6	-2	-1	-1
p:order	-2	-2	6	1	4	-6	-2	1
p:other_button	-8	-1	0	-1	9	-1	1	1
p:password	-4	-4	-0	-2	-8	19	-1	0
p:phone	-2	-0	6	-0	6	-7	0	-3
p:quote	-1	-0	-0	-1	5	-0	-2	-0
p:recover	-3	-4	-3	-2	-6	18	-1	0
p:register	-8	-3	-6	6	20	-6	11	-13
p:search	-5	-2	-9	1	21	-4	8	-9
p:sort	-3	0	-1	3	5	-0	-3	-1
p:switch	4	-1	-1	-0	-2	0	-0	0
p:user	-2	-1	-7	-1	-5	13	4	-2
p:website	-1	-0	-3	-1	1	-1	2	2
password=0	12	-47	9	4	41	1	-39	18
password=1	-7	56	-11	-5	-10	-6	-4	-12
password=1 & email=1	-0	3	-2	-0	-1	-1	0	-0
password=1 & login	-3	39	-8	-3	1	-13	-7	-7
password=1 & newsletter	-1	0	-2	-0	-2	-1	6	-0
password=1 & order	-0	1	-1	-1	-0	-1	4	-1
password=1 & recover	-1	21	-2	-1	-1	-7	-10	-0
password=1 & register	-4	14	-6	-2	-6	-4	12	-5
password=1 & text>1	-3	-5	-2	-1	5	-3	16	-6
password=2	-6	-14	-4	-2	-6	1	33	-2
password=2 & login	-2	-7	-2	-0	-1	-2	15	-0
password=2 & newsletter	-1	-2	-1	-0	-0	-0	4	-0
password=2 & register	-2	-9	-3	-1	-2	-3	22	-1
password>0	-13	41	-15	-7	-16	-5	30	-14
password>1	-6	-14	-4	-2	-6	1	34	-2
r:category	15	-5	-9	-15	-18	-8	2	37
r:date	-5	-5	-3	3	-12	3	1	18
r:from	3	7	3	-2	-12	-1	-6	7
r:identifier	-2	7	-8	-3	3	1	-4	7
r:location	-7	5	-9	-4	7	-7	29	-13
r:match	1	-0	-0	-3	-4	-0	-0	8
r:number	-4	2	-7	32	-4	-6	-9	-4
r:price	-3	9	-2	0	-8	-1	-3	8
r:sort	-4	-2	-4	-2	11	-3	-3	6
r:to	-4	-8	-8	6	12	-9	4	8
r:view	-0	1	-1	-1	-5	-1	2	5
r:without	5	-0	-1	3	-8	-0	-0	2
radio=0	-1	1	-4	-8	12	4	-16	11
radio=2	-6	-2	4	-3	2	-3	14	-5
radio=3	2	-3	-1	8	-6	-1	2	-1
radio=4	3	-2	-5	-0	16	-4	-8	-0
radio>0	-1	-7	-2	5	12	-8	8	-7
radio>1	-1	-7	-2	5	12	-8	8	-7
radio>2	5	-5	-7	8	10	-5	-6	-2
radio>5	-1	-1	-4	3	17	-3	-8	-2
ranges	-4	-1	-1	-6	-11	-2	-2	28
required	8	-6	34	-9	-24	-4	7	-5
role:attribute_text	12	2	-3	-5	1	-5	7	-8
role:category	-8	-12	-10	8	37	-12	7	-10
role:date	-0	-3	-1	-4	1	-5	2	10
role:date_from	-4	-0	-0	-3	-1	-1	-2	11
role:date_to	-0	-0	-1	-3	-7	1	-0	11
role:flag	-1	12	2	-7	3	-10	3	-2
role:location	-7	-6	-6	-1	28	-2	-2	-3
role:number	-10	1	-6	32	-2	-5	-6	-5
role:other	41	39	-28	-6	-17	-13	6	-21
role:other_function:email	8	-12	42	-18	-33	22	22	-32
role:page_size	-1	-0	-0	-1	-8	-1	-0	12
role:price_max	-1	-0	-1	-2	-4	-0	-1	9
role:price_min	-1	-0	-1	-2	-4	-0	-1	9
role:query_text	-5	-4	-5	-9	-7	-5	-1	37
role:sort	-2	-0	-1	-0	-4	-1	-0	9
role:view_option	-3	-0	-0	4	-4	-0	-1	4
s:clear	2	-3	-8	-3	-0	19	-4	-3
s:comment	-1	-1	-4	-4	18	-2	-6	-1
s:date	-2	-1	-1	10	-10	-1	2	3
s:email	10	-1	-3	-0	-3	1	-2	-1
s:filter	-1	-1	-1	-1	-6	-1	-0	12
s:jump	-6	-2	11	-5	1	-2	-2	5
s:login	-4	30	16	-3	-6	-13	-15	-5
s:message	2	-0	-0	-0	-1	-0	-0	-0
s:newsletter	-6	-1	24	-1	0	-9	-5	-1
s:order	-10	-2	-3	42	-13	-2	-3	-8
s:other_button	-11	-2	8	9	14	-4	-5	-9
s:password	-1	-4	-9	-1	-5	27	-4	-2
s:poll	-1	-0	-1	-2	6	-1	-0	-1
s:quote	-3	-1	-2	11	-6	-1	-3	5
s:recover	-1	1	-1	-1	-2	5	-1	-1
s:register	-4	-23	9	-3	2	-11	33	-3
s:search	-2	-2	-4	-4	-3	-2	-2	19
search name	4	-4	-5	-7	-6	-5	-4	26
search name & login	-1	-1	-0	-1	8	-1	-2	-1
search name & one box	-3	-2	-3	-5	-16	-3	-1	32
search name & search	0	-4	-3	-5	-8	-3	-3	26
select=0	3	0	6	-7	14	5	-10	-11
select=1	-3	-2	-5	-1	20	-5	-1	-3
select=2	5	-2	-5	-3	1	-3	2	6
select=3	-2	-0	-1	10	-8	-0	0	2
select=4	-4	-1	-1	-1	-3	-0	0	10
select>0	-5	-6	-12	4	10	-9	2	15
select>0 & comment	1	-1	-1	-0	-2	-0	4	-1
select>0 & login	-3	1	-1	-2	3	-1	5	-1
select>0 & newsletter	-3	-2	0	-2	12	-1	4	-8
select>0 & order	7	-1	-1	23	-32	-1	0	5
select>0 & register	-3	-3	-3	-2	-3	-1	18	-2
select>0 & search	7	-1	-3	-5	-8	-2	-3	15
select>1	-2	-3	-7	5	-10	-4	3	18
select>2	-6	-1	-1	8	-12	-1	1	12
select>5	-4	-0	-0	-2	-1	-0	-1	9
selects only	-2	-2	-4	-0	-2	-6	-4	20
selects only 1	2	-2	-3	-2	12	-5	-3	-0
selects only 2	-3	-1	-1	0	-9	-1	-1	15
selects only 3	-1	-0	-0	2	-5	-0	-0	5
selects only GET	-7	-1	-2	1	-6	-3	-2	20
selects only POST	5	-1	-2	-1	4	-3	-2	0
sells	-10	-2	-3	42	-13	-2	-3	-8
sifts	-6	-1	-2	-7	-32	-3	-2	52
submit=0	8	-8	-9	-5	13	-1	-3	5
submit=1	0	6	1	-9	7	-2	-1	-3
submit=2	-8	-3	3	7	10	-1	-5	-3
submit=4	-1	0	-0	-3	-2	-0	-0	6
submit>0	-9	3	4	1	11	-3	-6	-1
submit>1	-10	-3	2	11	4	-1	-5	2
submit>2	-1	0	-1	4	-6	-0	-0	5
t:clear	0	-3	-3	-1	-2	11	-3	1
t:comment	6	-0	-0	-1	-3	-0	-1	-0
t:contact	27	-1	-7	-3	-9	-2	-5	-0
t:date	-4	10	1	2	-10	-4	-2	7
t:email	-0	-2	3	-1	-3	6	-3	-1
t:filter	-1	-0	-1	-2	4	-0	-0	1
t:login	-5	28	2	-2	-0	-8	-12	-3
t:matter	0	-0	-0	6	-5	-0	-0	-1
t:newsletter	-2	-2	18	-2	-8	-2	-6	3
t:order	-3	-1	-3	2	15	-2	-4	-4
t:other_button	-6	-1	3	-3	13	-4	4	-7
t:password	-7	-11	-5	-4	-19	57	-8	-4
t:person	-3	-1	6	-1	2	-1	-1	-2
t:poll	-15	-1	-2	-3	28	-2	-4	-1
t:quote	-3	-1	-1	-1	9	-1	-3	1
t:recover	-3	-2	-4	-1	-5	22	-4	-1
t:register	-5	-8	-0	-2	-5	-7	29	-2
t:search	-1	-1	-2	-3	3	-1	-1	7
t:user	-0	-0	-4	-1	-1	0	8	-2
tel=0	-8	-5	1	-1	16	-3	-6	6
tel=1	5	-1	-7	-1	9	-1	-3	-1
tel>0	6	-1	-7	-2	8	-1	-2	-1
text=0	12	-13	-8	-1	23	-3	-6	-4
text=1	-20	21	11	4	-9	-8	-15	16
text=2	0	1	3	-14	-2	8	5	-1
text=3	7	-8	-8	2	12	-5	5	-4
text=4	-0	-5	-4	6	0	4	2	-3
text>0	-13	8	2	-3	1	-1	-2	8
text>1	7	-13	-8	-6	10	7	12	-8
text>2	7	-14	-11	8	12	-1	8	-7
text>5	-8	-2	4	-1	2	2	5	-1
textarea=0	-51	1	12	-6	20	7	3	15
textarea=1	53	-6	-17	5	-4	-10	-11	-10
textarea>0	50	-6	-18	3	4	-11	-12	-11
textarea>0 & comment	13	-1	-5	-6	9	-3	-6	-2
textarea>0 & login	2	-1	-1	-1	5	-1	-1	-2
textarea>0 & newsletter	9	-0	-4	-1	-4	-1	-0	-0
textarea>0 & order	-7	-0	-1	16	-5	-0	-3	-1
textarea>0 & register	0	-0	-2	-0	-1	-0	4	-0
textarea>0 & search	-2	-1	-1	3	3	-1	1	-2
textarea>1	-3	-1	-1	-1	8	-1	-1	-1
type=search	-0	-0	-0	-0	-1	-0	-0	2
u:category	-1	-0	0	-1	-4	-0	0	7
u:clear	-1	-1	-1	-0	-1	6	-1	-0
u:contact	31	-4	-3	-5	-10	-4	-2	-3
u:login	-8	15	-9	-7	-1	6	4	-0
u:newsletter	1	1	-1	-2	2	-3	5	-3
u:order	-4	-1	-3	-4	5	-3	1	9
u:other_button	10	-0	-0	-1	-5	0	-1	-3
u:password	-3	-2	-4	-2	-6	20	-2	-1
u:product	-1	-1	-1	19	-19	-1	-1	5
u:recover	-3	-5	-1	-2	-5	18	-3	0
u:register	-14	2	-9	3	7	-9	35	-15
u:search	-1	-1	-4	2	3	-2	7	-5
u:user	-2	3	-4	-2	-6	11	0	-0
u:website	-1	-1	-1	-1	9	-0	-4	-1
x:address	15	-1	-19	-11	1	16	9	-10
x:advanced	-0	1	-1	-1	-3	-1	-1	6
x:agree	23	-5	2	-2	-18	-2	6	-4
x:birth	-0	-0	6	-0	-3	-0	-2	0
x:captcha	-0	0	-4	-1	-2	4	3	-1
x:category	12	-1	-3	-3	-6	-2	-2	5
x:clear	17	-3	-7	-4	-1	1	-3	-0
x:comment	10	-1	-5	7	0	-3	-5	-3
x:company	1	-0	-6	-1	10	-1	-1	-2
x:contact	39	-1	1	-7	-14	-2	-2	-14
x:coupon	-1	-0	2	-7	16	3	-8	-4
x:date	-13	-4	16	5	-1	-6	-3	6
x:email	16	-1	-9	-9	3	15	5	-20
x:filter	-1	-0	-1	-4	2	-1	0	5
x:jump	-5	-1	18	-7	2	-3	-5	2
x:login	-6	5	13	-4	5	-2	-7	-6
x:matter	4	-3	-2	13	-8	-2	-8	6
x:message	30	-2	-8	-3	-2	-3	-9	-2
x:newsletter	-5	-4	34	-4	10	-12	-9	-9
x:order	2	-2	-3	3	7	-4	-6	3
x:other_button	16	-7	10	-1	-13	-2	-2	0
x:password	-12	30	-19	-4	-14	17	9	-5
x:person	6	-8	7	-15	19	1	-3	-7
x:phone	26	-2	-4	-1	-4	-3	-2	-9
x:poll	-3	-1	-2	-4	21	-3	-5	-4
x:price	-5	-1	2	6	-4	-2	-3	7
x:product	-1	-1	5	5	-13	-1	-4	9
x:quantity	-1	-0	-1	13	-8	-0	-0	-3
x:quote	6	-3	-3	-1	4	-2	-1	-1
x:recover	-3	15	-5	-1	-5	11	-10	-1
x:register	-10	9	1	-7	10	0	6	-10
x:remember	-1	9	5	-1	-4	-2	-6	-1
x:search	3	-1	-4	-7	-4	-6	-2	21
x:sort	-2	-1	-1	-2	4	-1	-0	3
x:switch	-0	-0	-0	2	1	-0	-0	-1
x:user	3	8	-2	7	-22	2	16	-12
x:website	6	-1	-4	-2	9	-3	1	-5
bias	-2	-5	-6	-3	24	-4	-8	4
"""
